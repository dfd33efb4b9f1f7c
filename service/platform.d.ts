// Web Cryptography and WebAssembly, which Node's own types do not name among the globals.
import type {webcrypto} from 'node:crypto';

declare global {
  type Algorithm = webcrypto.Algorithm;
  type BufferSource = webcrypto.BufferSource;
  type Crypto = webcrypto.Crypto;
  type CryptoKey = webcrypto.CryptoKey;
  type CryptoKeyPair = webcrypto.CryptoKeyPair;
  type EcKeyAlgorithm = webcrypto.EcKeyAlgorithm;
  type EcKeyImportParams = webcrypto.EcKeyImportParams;
  type RsaKeyAlgorithm = webcrypto.RsaKeyAlgorithm;
  type SubtleCrypto = webcrypto.SubtleCrypto;

  namespace WebAssembly {
    class Module {
      constructor(bytes: BufferSource);
    }
    class Instance {
      constructor(module: Module, imports?: Imports);
      readonly exports: Record<string, unknown>;
    }
    type Imports = Record<string, Record<string, unknown>>;
    function compile(bytes: BufferSource): Promise<Module>;
  }
}
