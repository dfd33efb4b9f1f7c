import {UsageError} from '../settings/settings-error.js';
import {report, type ReportFormat} from '../inspection/report.js';
import {Output} from '../inspection/output.js';
import {Summary} from '../inspection/summary.js';
import {validationTime} from '../inspection/rfc3339.js';
import {parseArgs} from 'node:util';
import {complain} from './terminal.js';
import {interruptible} from './interruptible.js';
import {inspectPaths, isFolder, trustOptions, type InspectionWish} from './inspect-paths.js';

interface Wish extends InspectionWish {
  format: ReportFormat;
  progress: boolean;
}

/**
 * `sealed-capture-service inspect`: reads the seals of files without any network request. Resolves to the exit status.
 *
 * @param signal ends the inspection; results until then are written
 */
export async function runInspect(args: readonly string[], signal: AbortSignal): Promise<number> {
  const wish = await wishOf(args);
  const output = new Output(process.stdout, process.stderr, wish.progress);
  const summary = new Summary();
  try {
    for await (const outcome of inspectPaths(wish, signal)) {
      summary.add(outcome);
      await output.write(report(outcome, wish.format));
      output.progress(summary.toString());
    }
  } finally {
    output.end();
  }
  if (summary.isEmpty) {
    complain('There is no file to inspect of a kind that seals are read from.');
  }
  return summary.status;
}

async function wishOf(args: readonly string[]): Promise<Wish> {
  const {values, positionals} = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...trustOptions,
      json: {type: 'boolean'},
      crjson: {type: 'boolean'},
      progress: {type: 'boolean'},
    },
  });
  if (positionals.length === 0) throw new UsageError('Name the files or folders to inspect.');
  if (values.json && values.crjson) throw new UsageError('Give either --json or --crjson.');
  if (positionals.filter((path) => path === '-').length > 1) {
    throw new UsageError('Name standard input (-) once.');
  }
  return {
    paths: positionals,
    format: values.json ? 'json' : values.crjson ? await crJsonFormat(positionals) : 'text',
    trustList: values['trust-list'],
    timeStampTrustList: values['tsa-trust-list'],
    time: values.time === undefined ? undefined : validationTime(values.time),
    crJson: values.crjson ?? false,
    progress: values.progress ?? (process.stderr.isTTY && !process.stdout.isTTY),
  };
}

async function crJsonFormat([path = '', ...others]: string[]): Promise<ReportFormat> {
  return others.length === 0 && !(await isFolder(path)) ? 'crjson' : 'crjson-lines';
}

/** Runs `sealed-capture-service inspect …` until it is done or interrupted; sets the exit status. */
export const inspectCommand = (args: readonly string[]): Promise<void> =>
  interruptible((signal) => runInspect(args, signal));
