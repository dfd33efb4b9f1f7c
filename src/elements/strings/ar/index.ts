import type {Catalogue} from '../catalogue.js';
import {cameraControls} from './photos/camera-controls.js';
import {capture} from './capture.js';
import {captureAudio} from './capture-audio.js';
import {captureImage} from './capture-image.js';
import {contents} from './contents.js';
import {copying} from './inspection/copying.js';
import {explanations} from './inspection/explanations.js';
import {failures} from './failures.js';
import {fileFacts} from './inspection/file-facts.js';
import {findings} from './inspection/findings.js';
import {metadata} from './metadata.js';
import {metadataTree} from './inspection/metadata-tree.js';
import {microphone} from './microphone.js';
import {photoQuality} from './photos/quality.js';
import {plateForm} from './plate-form.js';
import {player} from './player.js';
import {result} from './inspection/result.js';
import {sealInspector} from './seal-inspector.js';
import {shots} from './photos/shots.js';
import {verdict} from './inspection/verdict.js';
import {viewer} from './photos/viewer.js';
import {wayOut} from './way-out.js';

/** Arabic. */
export const strings: Partial<Catalogue> = {
  ...cameraControls,
  ...capture,
  ...captureAudio,
  ...captureImage,
  ...contents,
  ...copying,
  ...explanations,
  ...failures,
  ...fileFacts,
  ...findings,
  ...metadata,
  ...metadataTree,
  ...microphone,
  ...photoQuality,
  ...plateForm,
  ...player,
  ...result,
  ...sealInspector,
  ...shots,
  ...verdict,
  ...viewer,
  ...wayOut,
};
