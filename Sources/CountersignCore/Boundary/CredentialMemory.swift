internal import CCountersign

/// A credential of the shim: certificates (leaf first) and perhaps their private key, in one block from the
/// shim's allocator, wiped and given back at the end.
///
/// Public only because Embedded Swift must see the end of such a value in every module; nothing of it can be used
/// outside the package.
@safe
public struct CredentialMemory: ~Copyable, @unchecked Sendable {
    private let pointer: OpaquePointer
    private let size: Int
    /// Where the key is, if it is elsewhere.
    private var signer: SignerBox?

    package init() throws(ShimError) {
        size = ccountersign_credential_size()
        guard let memory = unsafe ccountersign_allocate(size) else { throw ShimError(.outOfMemory) }
        unsafe pointer = OpaquePointer(memory)
        unsafe ccountersign_credential_init(pointer)
    }

    deinit {
        unsafe ccountersign_credential_free(pointer)
        unsafe ccountersign_release(UnsafeMutableRawPointer(pointer), size)
    }

    package var handle: CredentialHandle { unsafe CredentialHandle(pointer: pointer) }

    /// Adds a certificate in DER behind those there are.
    package mutating func add(certificate der: Span<UInt8>) throws(ShimError) {
        let credential = unsafe pointer
        let code = unsafe der.withUnsafeBufferPointer {
            unsafe ccountersign_credential_add_certificate(credential, ccountersign_bytes($0))
        }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code) }
    }

    /// Sets the private key (PKCS#8, SEC1 or PKCS#1, DER, unencrypted), which must be the first certificate's.
    package mutating func set(key der: Span<UInt8>) throws(ShimError) {
        let credential = unsafe pointer
        let code = unsafe der.withUnsafeBufferPointer {
            unsafe ccountersign_credential_set_key(credential, ccountersign_bytes($0))
        }
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code) }
    }

    /// Sets the signer that has the first certificate's key, and keeps it alive as long as this.
    package mutating func set(signer: any KeySigner) throws(ShimError) {
        let box = try SignerBox(signer)
        let code = unsafe ccountersign_credential_set_signer(
            pointer, { unsafe SignerBox.sign($0, $1, $2, $3, $4) }, box.context)
        guard code == CCOUNTERSIGN_OK else { throw ShimError(code) }
        self.signer = consume box
    }
}
