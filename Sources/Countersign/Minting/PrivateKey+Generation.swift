extension PrivateKey {
    /// A new key, from the system's random numbers. Time: a millisecond for curves, seconds for RSA.
    ///
    /// Throws `unsupportedKey` when this mbedTLS lacks the type, `systemFailure` without memory or random numbers.
    ///
    /// Counterpart: SecKeyCreateRandomKey.
    @export(interface)
    public static func generate(_ type: KeyType) throws(MintingError) -> PrivateKey {
        let der: SecretBytes
        do throws(ShimError) {
            der = try generateKey(type: type.rawValue)
        } catch {
            throw MintingError(error)
        }
        do throws(ImportError) {
            return try PrivateKey(try KeyMaterial(der.span))
        } catch {
            throw MintingError(error)
        }
    }
}
