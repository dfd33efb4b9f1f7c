import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {stat} from 'node:fs/promises';
import {constants} from 'node:os';
import {parseArgs} from 'node:util';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {EnginePool} from '../engine/engine-pool.js';
import {inspectFiles} from '../inspection/inspect-files.js';
import {inspectionTrust} from '../inspection/inspection-trust.js';
import {mediaFiles} from '../inspection/media-files.js';
import {Output} from '../inspection/output.js';
import {report, type ReportFormat} from '../inspection/report.js';
import {Room} from '../inspection/room.js';
import {Summary} from '../inspection/summary.js';
import {validationTime} from '../inspection/rfc3339.js';
import {inUse} from '../trust/trust-in-use.js';
import {readSettings, type Settings} from '../settings/settings.js';
import {UsageError} from '../settings/settings-error.js';
import {complain} from './terminal.js';

const MIB = 1024 * 1024;
/** Bytes of the largest file, and of all files that are inspected at the same time. */
const LARGEST_FILE = 256 * MIB;
/** Finished files per thread that may wait for an earlier file, because results are printed in order. */
const AHEAD = 4;

interface Wish {
  paths: string[];
  format: ReportFormat;
  trustList?: string;
  timeStampTrustList?: string;
  time?: Date;
  progress: boolean;
}

/**
 * `sealed-capture-service inspect`: reads the seals of files without any network request. Resolves to the exit status.
 *
 * @param signal ends the inspection; results until then are written
 */
export async function runInspect(args: readonly string[], signal: AbortSignal): Promise<number> {
  const wish = await wishOf(args);
  const settings = readSettings(process.env);
  const threads = await threadsFor(wish.paths, settings);
  const given = {signers: wish.trustList, timeStamps: wish.timeStampTrustList};
  // Warns of damaged lists only. That a shipped list is old is for the service to say.
  const warn = (details: object, message: string) => {
    if ('err' in details) complain(visibleText(message));
  };
  const anchors = await inspectionTrust(settings, given, {info: () => undefined, warn});
  const {shared} = inUse(anchors);
  const output = new Output(process.stdout, process.stderr, wish.progress);
  const pool = await EnginePool.start({
    trust: () => shared,
    threads,
    queueLength: threads * AHEAD,
    // The limits of the service: a file that exceeds them gets the same answer here.
    jobTimeout: settings.jobTimeout,
    workerData: {
      engine: await compileEngine(settings.engineMemory),
      engineMemory: settings.engineMemory,
      imageLimit: LARGEST_FILE,
      audioLimit: LARGEST_FILE,
      ...(wish.time && {validationTime: wish.time.toISOString()}),
    },
  });
  const summary = new Summary();
  try {
    const outcomes = inspectFiles(mediaFiles(wish.paths), {
      pool,
      timeLimit: settings.jobTimeout,
      crJson: wish.format.startsWith('crjson'),
      ahead: threads * AHEAD,
      limit: LARGEST_FILE,
      room: new Room(LARGEST_FILE, threads),
      standardInput: process.stdin,
      signal,
    });
    for await (const outcome of outcomes) {
      summary.add(outcome);
      await output.write(report(outcome, wish.format));
      output.progress(summary.toString());
    }
  } finally {
    output.end();
    await pool.close();
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
      'trust-list': {type: 'string'},
      'tsa-trust-list': {type: 'string'},
      time: {type: 'string'},
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
    progress: values.progress ?? (process.stderr.isTTY && !process.stdout.isTTY),
  };
}

async function crJsonFormat([path = '', ...others]: string[]): Promise<ReportFormat> {
  return others.length === 0 && !(await isFolder(path)) ? 'crjson' : 'crjson-lines';
}

/** The number of threads: no more than files, if their number is known. */
async function threadsFor(paths: readonly string[], {threads}: Settings): Promise<number> {
  const folders = await Promise.all(paths.map(isFolder));
  return folders.includes(true) ? threads : Math.min(threads, paths.length);
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Runs `sealed-capture-service inspect …` until it is done or interrupted; sets the exit status. */
export async function inspectCommand(args: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  const interrupt = (signal: 'SIGINT' | 'SIGTERM' | 'SIGPIPE') => {
    if (interruption.signal.aborted) process.exit(128 + constants.signals[signal]);
    process.exitCode = 128 + constants.signals[signal];
    interruption.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  // The program that reads the results has closed the pipe.
  process.stdout.on('error', () => interrupt('SIGPIPE'));
  try {
    const status = await runInspect(args, interruption.signal);
    if (!interruption.signal.aborted) process.exitCode = status;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    // Files that are still being read must not delay the exit.
    process.exit();
  }
}
