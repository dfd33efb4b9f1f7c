// What this code uses of the platform: the part of the web's own interfaces that pages, workers and Node share. Nothing
// else of a page or of Node can be named here. Only the compiler's check of `src` reads this file.

interface BlobPropertyBag {
  type?: string;
}
interface Blob {
  readonly size: number;
  readonly type: string;
  slice(start?: number, end?: number, type?: string): Blob;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}
declare var Blob: {
  prototype: Blob;
  new (parts?: (BufferSource | Blob | string)[], options?: BlobPropertyBag): Blob;
};

interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly origin: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  pathname: string;
  search: string;
  hash: string;
  readonly username: string;
  readonly password: string;
}
declare var URL: {
  prototype: URL;
  new (url: string | URL, base?: string | URL): URL;
  canParse(url: string, base?: string | URL): boolean;
};

interface TextDecoder {
  decode(bytes?: ArrayBufferView | ArrayBuffer): string;
}
declare var TextDecoder: {
  new (label?: string, options?: {fatal?: boolean; ignoreBOM?: boolean}): TextDecoder;
};
declare var TextEncoder: {new (): {encode(text: string): Uint8Array<ArrayBuffer>}};
declare function atob(text: string): string;
declare function btoa(text: string): string;

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}
interface DOMException extends Error {
  readonly name: string;
}
declare var DOMException: {
  prototype: DOMException;
  new (message?: string, name?: string): DOMException;
};

interface Headers {
  get(name: string): string | null;
  has(name: string): boolean;
}
interface Response {
  readonly url: string;
  readonly redirected: boolean;
  readonly bodyUsed: boolean;
  readonly headers: Headers;
  readonly status: number;
  readonly ok: boolean;
  text(): Promise<string>;
  json(): Promise<unknown>;
  readonly body: ReadableStream | null;
}
declare var Response: {new (body?: unknown, init?: {status?: number; headers?: unknown}): Response};
interface ReadableStream {
  cancel(): Promise<void>;
}

type BufferSource = ArrayBufferView<ArrayBuffer> | ArrayBuffer;

// Web Cryptography
interface Algorithm {
  name: string;
}
/** An algorithm with the parameters of any. */
interface AlgorithmParameters extends Algorithm {
  hash?: string;
  namedCurve?: string;
  saltLength?: number;
}
interface RsaKeyAlgorithm extends Algorithm {
  modulusLength: number;
  publicExponent: Uint8Array<ArrayBuffer>;
}
interface EcKeyAlgorithm extends Algorithm {
  namedCurve: string;
}
interface CryptoKey {
  readonly algorithm: Algorithm;
}
interface SubtleCrypto {
  digest(algorithm: string, data: BufferSource): Promise<ArrayBuffer>;
  importKey(
    format: 'spki',
    key: BufferSource,
    algorithm: AlgorithmParameters | string,
    extractable: boolean,
    usages: 'verify'[],
  ): Promise<CryptoKey>;
  verify(
    algorithm: AlgorithmParameters | string,
    key: CryptoKey,
    signature: BufferSource,
    data: BufferSource,
  ): Promise<boolean>;
}
interface Crypto {
  readonly subtle: SubtleCrypto;
  getRandomValues<Bytes extends Uint8Array>(bytes: Bytes): Bytes;
  randomUUID(): string;
}
declare var crypto: Crypto;

declare namespace WebAssembly {
  type Module = object;
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
}
