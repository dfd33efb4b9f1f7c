import {isSandboxSeal} from '@sealed-capture/seal/model/inspection/sandbox-seal.js';
import type {Check} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {mixedScripts, scriptNames} from '@sealed-capture/seal/model/text/mixed-scripts.js';
import {visibleJson} from '@sealed-capture/seal/model/text/visible-json.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {LATER_STAMP} from '@sealed-capture/seal/status-codes.js';
import type {FileOutcome, InspectedFile} from './inspect-files.js';
import type {Unreadable} from './unreadable.js';

/** Formats of outcomes: lines for people, or JSON. */
export type ReportFormat =
  | 'text'
  /** One object a line: the file, and the inspection's result or the error. */
  | 'json'
  /** One object a line: the file, and the members of its crJSON. */
  | 'crjson-lines'
  /** The crJSON of a single file. */
  | 'crjson';

/** The outcome as text with a final line break; empty for a file of a kind that carries no readable seals. */
export function report(outcome: FileOutcome, format: ReportFormat): string {
  switch (outcome.name) {
    case 'other':
      return '';
    case 'unreadable':
      return format === 'text' ? inWords(outcome) : errorLine(outcome.path, outcome);
    case 'inspected':
      return reportInspected(outcome, format);
  }
}

function reportInspected(file: InspectedFile, format: ReportFormat): string {
  const {path, result, crJson} = file;
  switch (format) {
    case 'text':
      return inspectedInWords(file);
    case 'json':
      return line({file: path, ...result});
    case 'crjson':
    case 'crjson-lines': {
      // crJSON cannot express a seal that cannot be read; an empty list of manifests would mean that there is no
      // seal.
      if (crJson === undefined) {
        return errorLine(path, {code: 'seal_unreadable', message: result.reason});
      }
      const parsed = JSON.parse(crJson) as object;
      return format === 'crjson' ? `${visibleJson(parsed, 2)}\n` : line({file: path, ...parsed});
    }
  }
}

const line = (value: object): string => `${visibleJson(value)}\n`;

const errorLine = (file: string, {code, message}: {code: string; message: string}): string =>
  line({file, error: {code, message}});

const inWords = ({path, message}: Unreadable): string =>
  `${visibleText(path)}: unreadable. ${visibleText(message)}\n`;

const states: Partial<Record<string, string>> = {none: 'no seal', unchecked: 'not checked'};

function inspectedInWords({path, result}: InspectedFile): string {
  const {labelState, reason, signature, checks} = result;
  const who =
    signature?.signedBy === undefined
      ? ''
      : ` Signer: ${signature.signedBy}${mixed(signature.signedBy)}.`;
  const isSigned = signature?.signedBy !== undefined;
  const isLater = checks.some(({code}) => code === LATER_STAMP);
  const time = `${signature?.timestamp ?? 'no trusted time stamp'}${isLater ? ' or before' : ''}`;
  const when = isSigned ? ` Time: ${time}.` : '';
  const failed = labelState === 'none' ? [] : checks.filter(({passed}) => !passed);
  const state = states[labelState] ?? labelState;
  const sandbox = isSandboxSeal(result) ? ' Sandbox seal: for trying, not evidence.' : '';
  const first = visibleText(`${path}: ${state}. ${reason}${sandbox}${who}${when}`);
  return [first, ...failed.map(failedCheck)].map((text) => `${text}\n`).join('');
}

/** Says of a name that it mixes alphabets, as one that imitates another does. */
function mixed(name: string): string {
  const scripts = scriptNames(mixedScripts(name), 'en').join(', ');
  return scripts && ` (mixes letters of several alphabets: ${scripts})`;
}

const failedCheck = ({code, explanation}: Check): string =>
  visibleText(`  - ${explanation} (${code})`);
