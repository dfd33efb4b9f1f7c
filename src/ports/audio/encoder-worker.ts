/** The encoder's worker: one self-contained script, which may be replaced by any that answers `messages.ts`. */
import {makeLameJs} from './lame-js.js';
import {serveEncoder, type EncoderScope} from './serve-encoder.js';

serveEncoder(self as unknown as EncoderScope, makeLameJs);
