/**
 * `sealed-capture/local-verification`: imported for its effect alone, where a page that a bundler builds verifies in the
 * browser (`verify="local"` or `"both"`). The bundler then takes the engine from `@contentauth/c2pa-wasm`, which is
 * installed beside this package, as a file of the page. Without a bundler, the engine lies beside the worker's script.
 */
import {findEngineAt} from './verification-script-urls.js';

findEngineAt(() => new URL('@contentauth/c2pa-wasm/c2pa.wasm', import.meta.url));

export {setVerificationEngineUrl} from './verification-script-urls.js';
