import {parseArgs} from 'node:util';
import type {SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import {visibleJson} from '@sealed-capture/seal/model/text/visible-json.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {
  inspectedSets,
  judgedPart,
  type InspectedFile,
} from '@sealed-capture/seal/model/sets/judge-sets.js';
import type {FileOutcome} from '../inspection/inspect-files.js';
import {STANDARD_INPUT} from '../inspection/media-files.js';
import {Output} from '../inspection/output.js';
import {validationTime} from '../inspection/rfc3339.js';
import {setsInWords} from '../inspection/set-words.js';
import {Summary} from '../inspection/summary.js';
import {UsageError} from '../settings/settings-error.js';
import {inspectPaths, isAbsent, trustOptions, type InspectionWish} from './inspect-paths.js';
import {interruptible} from './interruptible.js';
import {complain} from './terminal.js';

interface Wish extends InspectionWish {
  json: boolean;
  progress: boolean;
}

const statuses: Readonly<Record<SetsReport['state'], number>> = {
  complete: 0,
  incomplete: 1,
  open: 2,
  unconfirmed: 2,
  none: 3,
};

/**
 * `sealed-capture-service inspect-set`: says of which sets the files of folders are part, and what is missing of them.
 * Makes no network request. Resolves to the exit status.
 *
 * @param signal ends the inspection; nothing is written then
 */
export async function runInspectSet(args: readonly string[], signal: AbortSignal): Promise<number> {
  const wish = await wishOf(args);
  const output = new Output(process.stdout, process.stderr, wish.progress);
  const summary = new Summary();
  const files: InspectedFile[] = [];
  try {
    for await (const outcome of inspectPaths(wish, signal)) {
      const file = fileOf(outcome);
      if (file) files.push(file);
      summary.add(outcome);
      output.progress(summary.toString());
    }
  } finally {
    output.end();
  }
  const report = inspectedSets(files);
  await output.write(wish.json ? `${visibleJson(report)}\n` : setsInWords(report));
  if (files.length === 0) {
    complain('There is no file to inspect of a kind that seals are read from.');
  }
  return statuses[report.state];
}

function fileOf(outcome: FileOutcome): InspectedFile | undefined {
  switch (outcome.name) {
    case 'other':
      return undefined;
    case 'unreadable': {
      const {path, message: reason, code} = outcome;
      const result = {labelValid: false, labelState: 'unchecked', reason} as const;
      return {file: path, result, isOtherKind: code === 'not_media'};
    }
    case 'inspected':
      return {file: outcome.path, result: judgedPart(outcome.result)};
  }
}

async function wishOf(args: readonly string[]): Promise<Wish> {
  const {values, positionals: paths} = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {...trustOptions, json: {type: 'boolean'}, progress: {type: 'boolean'}},
  });
  if (paths.length === 0) throw new UsageError('Name the folders or files to inspect.');
  if (paths.includes(STANDARD_INPUT)) {
    throw new UsageError('A set is several files: name them or their folder, not standard input.');
  }
  for (const path of paths) {
    if (await isAbsent(path)) {
      throw new UsageError(`There is no such file or folder: ${visibleText(path)}`);
    }
  }
  return {
    paths,
    json: values.json ?? false,
    trustList: values['trust-list'],
    timeStampTrustList: values['tsa-trust-list'],
    time: values.time === undefined ? undefined : validationTime(values.time),
    progress: values.progress ?? process.stderr.isTTY,
  };
}

/** Runs `sealed-capture-service inspect-set …` until it is done or interrupted; sets the exit status. */
export const inspectSetCommand = (args: readonly string[]): Promise<void> =>
  interruptible((signal) => runInspectSet(args, signal));
