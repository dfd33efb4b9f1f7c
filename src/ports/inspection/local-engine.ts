/**
 * `sealed-capture/local-verification`: import it for its side effect in a page that a bundler builds and that
 * verifies in the browser (`verify="local"` or `"both"`). The bundler then adds the engine from
 * `@contentauth/c2pa-wasm`, which must be installed, as a file of the page. Without a bundler, the engine is beside
 * the worker's script.
 */
import {findEngineAt} from './verification-script-urls.js';

findEngineAt(() => new URL('@contentauth/c2pa-wasm/c2pa.wasm', import.meta.url));
