import {capture} from '../../../src/lang/compiled/en/capture.js';
import {captureAudio} from '../../../src/lang/compiled/en/capture-audio.js';
import {captureImage} from '../../../src/lang/compiled/en/capture-image.js';
import {contents} from '../../../src/lang/compiled/en/contents.js';
import {failures} from '../../../src/lang/compiled/en/failures.js';
import {copying} from '../../../src/lang/compiled/en/copying.js';
import {fill} from '../../../src/lang/compiled/en/fill.js';
import {fileFacts} from '../../../src/lang/compiled/en/file-facts.js';
import {findings} from '../../../src/lang/compiled/en/findings.js';
import {inspectorViewer} from '../../../src/lang/compiled/en/inspector-viewer.js';
import {metadataTree} from '../../../src/lang/compiled/en/metadata-tree.js';
import {result} from '../../../src/lang/compiled/en/result.js';
import {metadata} from '../../../src/lang/compiled/en/metadata.js';
import {microphone} from '../../../src/lang/compiled/en/microphone.js';
import {cameraControls} from '../../../src/lang/compiled/en/camera-controls.js';
import {permissionButton} from '../../../src/lang/compiled/en/permission-button.js';
import {photoQuality} from '../../../src/lang/compiled/en/photo-quality.js';
import {shots} from '../../../src/lang/compiled/en/shots.js';
import {viewer} from '../../../src/lang/compiled/en/viewer.js';
import {plateForm} from '../../../src/lang/compiled/en/plate-form.js';
import {player} from '../../../src/lang/compiled/en/player.js';
import {recordings} from '../../../src/lang/compiled/en/recordings.js';
import {sealInspector} from '../../../src/lang/compiled/en/seal-inspector.js';
import {fromAddress} from '../../../src/lang/compiled/en/from-address.js';
import {sharing} from '../../../src/lang/compiled/en/sharing.js';
import {signals} from '../../../src/lang/compiled/en/signals.js';
import {verdict} from '../../../src/lang/compiled/en/verdict.js';
import {wayOut} from '../../../src/lang/compiled/en/way-out.js';
import type {Catalogue} from '../../../src/lang/compiled/catalogue.js';
import {registerStrings, type Strings} from '../../../src/elements/strings/localize.js';

const english: Partial<Catalogue> = {
  ...cameraControls,
  ...capture,
  ...captureAudio,
  ...captureImage,
  ...contents,
  ...copying,
  ...failures,
  ...fileFacts,
  ...fill,
  ...findings,
  ...fromAddress,
  ...inspectorViewer,
  ...metadata,
  ...metadataTree,
  ...microphone,
  ...permissionButton,
  ...photoQuality,
  ...plateForm,
  ...player,
  ...recordings,
  ...result,
  ...sealInspector,
  ...sharing,
  ...shots,
  ...signals,
  ...verdict,
  ...viewer,
  ...wayOut,
};

type Said = (...args: unknown[]) => string;

/** In English these are empty: the inspector then shows the verifier's own sentences. */
const onlyInOthers: Partial<Record<keyof Catalogue, Said>> = {
  checkExplained: (code) => `explanation of ${String(code)}`,
  checkOfSource: (sentence) => `in a source file: ${String(sentence)}`,
  verdictReason: (reason) => `reason ${String(reason)}`,
};

/** Terms whose words are, here or in English, the keys themselves. */
const keyed: readonly string[] = ['captureGroup', 'unitIn', ...Object.keys(onlyInOthers)];

/** Greek has no terms in this package, and `Intl` writes its dates, lists and units without Latin letters. */
export const pseudoLanguage = 'el';

/** Registers a language in which each term is in ⟦ ⟧, without what the element has inserted. */
export function registerPseudoLanguage(): void {
  const terms = Object.entries({...english, ...onlyInOthers}).map(([key, term]) => [
    key,
    typeof term === 'string' ? marked(term) : markedFunction(term as Said, !keyed.includes(key)),
  ]);
  registerStrings(pseudoLanguage, Object.fromEntries(terms) as Strings);
}

/** Each line apart, because steps are one term, and are shown line by line. */
const marked = (text: string): string =>
  text
    .split('\n')
    .map((line) => line && `⟦${line}⟧`)
    .join('\n');

const markedFunction =
  (term: Said, mayInsert: boolean): Said =>
  (...args) => {
    const inserted = textsIn(args).filter((text) => mayInsert && isInserted(text, term, args));
    const stands = inserted.map((_, index) => standIn(index));
    const said = term(...replaced(args, (text) => stands[inserted.indexOf(text)] ?? text));
    const pieces = said.split(/([\ue000-\uf8ff])/u).map((piece) => {
      const index = stands.indexOf(piece);
      return index < 0 ? marked(piece) : (inserted[index] ?? '');
    });
    return pieces.join('');
  };

/** A private character, which no term contains. */
const standIn = (index: number): string => String.fromCharCode(0xe000 + index);

/** The texts among the arguments; those that a term chooses its words by are among them. */
const textsIn = (args: readonly unknown[]): string[] => [
  ...new Set(args.flat(3).filter((value): value is string => typeof value === 'string' && !!value)),
];

const replaced = (args: readonly unknown[], change: (text: string) => string): unknown[] =>
  args.map((value) => {
    if (Array.isArray(value)) return replaced(value, change);
    return typeof value === 'string' ? change(value) : value;
  });

/** True if the term shows this argument as it is. */
function isInserted(text: string, term: Said, args: readonly unknown[]): boolean {
  try {
    const said = term(...replaced(args, (one) => (one === text ? standIn(0) : one)));
    return said.includes(standIn(0)) && said.replaceAll(standIn(0), text) === term(...args);
  } catch {
    // The term has no words for another key.
    return false;
  }
}
