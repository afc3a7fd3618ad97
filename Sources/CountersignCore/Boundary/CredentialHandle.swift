/// A pointer to a prepared credential, alive as long as whoever handed it out.
@safe
public struct CredentialHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}
