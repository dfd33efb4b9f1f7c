import type {cameraControls} from './en/photos/camera-controls.js';
import type {capture} from './en/capture.js';
import type {captureAudio} from './en/capture-audio.js';
import type {captureImage} from './en/capture-image.js';
import type {contents} from './en/contents.js';
import type {explanations} from './en/inspection/explanations.js';
import type {failures} from './en/failures.js';
import type {fileFacts} from './en/inspection/file-facts.js';
import type {findings} from './en/inspection/findings.js';
import type {metadata} from './en/metadata.js';
import type {metadataTree} from './en/inspection/metadata-tree.js';
import type {microphone} from './en/microphone.js';
import type {photoQuality} from './en/photos/quality.js';
import type {plateForm} from './en/plate-form.js';
import type {player} from './en/player.js';
import type {result} from './en/inspection/result.js';
import type {sealInspector} from './en/seal-inspector.js';
import type {shots} from './en/photos/shots.js';
import type {viewer} from './en/photos/viewer.js';
import type {wayOut} from './en/way-out.js';

/**
 * Every term that the elements show. English defines them (one file per element under `en/`, one for the terms that
 * capture elements share, and three for sealed data); another language is an object of this type. Pages add their own
 * with `registerStrings`.
 */
export type Catalogue = typeof cameraControls &
  typeof capture &
  typeof captureAudio &
  typeof captureImage &
  typeof contents &
  typeof explanations &
  typeof failures &
  typeof fileFacts &
  typeof findings &
  typeof metadata &
  typeof metadataTree &
  typeof microphone &
  typeof photoQuality &
  typeof plateForm &
  typeof player &
  typeof result &
  typeof sealInspector &
  typeof shots &
  typeof viewer &
  typeof wayOut;
