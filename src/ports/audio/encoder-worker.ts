/** The encoder's worker: one self-contained script, which any script that answers `messages.ts` may replace. */
import {makeLameJs} from './mp3/lame-js.js';
import {serveEncoder, type EncoderScope} from './mp3/serve-encoder.js';

serveEncoder(self as unknown as EncoderScope, makeLameJs);
