import {stat} from 'node:fs/promises';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {EnginePool} from '../engine/engine-pool.js';
import {inspectFiles, type FileOutcome} from '../inspection/inspect-files.js';
import {inspectionTrust} from '../inspection/inspection-trust.js';
import {mediaFiles} from '../inspection/media-files.js';
import {Room} from '../inspection/room.js';
import {unreadable} from '../inspection/unreadable.js';
import {readSettings, type Settings} from '../settings/settings.js';
import {inUse} from '../trust/trust-in-use.js';
import {complain} from './terminal.js';

const MIB = 1024 * 1024;
/** Bytes of the largest file, and of all files that are inspected at the same time. */
const LARGEST_FILE = 256 * MIB;
/** Finished files per thread that may wait for an earlier file, because results are printed in order. */
const AHEAD = 4;

/** What the commands that inspect files are asked for. */
export interface InspectionWish {
  paths: string[];
  trustList?: string;
  timeStampTrustList?: string;
  time?: Date;
  crJson?: boolean;
}

/** Their options, for `parseArgs`. */
export const trustOptions = {
  'trust-list': {type: 'string'},
  'tsa-trust-list': {type: 'string'},
  time: {type: 'string'},
} as const;

/** Inspects all files that the paths name, without any network request, and yields the outcomes in their order. */
export async function* inspectPaths(
  wish: InspectionWish,
  signal: AbortSignal,
): AsyncGenerator<FileOutcome> {
  const settings = readSettings(process.env);
  const threads = await threadsFor(wish.paths, settings);
  const given = {signers: wish.trustList, timeStamps: wish.timeStampTrustList};
  // Warns of damaged lists only. That a shipped list is old is for the service to say.
  const warn = (details: object, message: string) => {
    if ('err' in details) complain(visibleText(message));
  };
  const anchors = await inspectionTrust(settings, given, {info: () => undefined, warn});
  const {shared} = inUse(anchors);
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
  try {
    yield* inspectFiles(mediaFiles(wish.paths), {
      pool,
      timeLimit: settings.jobTimeout,
      crJson: wish.crJson ?? false,
      ahead: threads * AHEAD,
      limit: LARGEST_FILE,
      room: new Room(LARGEST_FILE, threads),
      standardInput: process.stdin,
      signal,
    });
  } finally {
    await pool.close();
  }
}

/** The number of threads: no more than files, if their number is known. */
async function threadsFor(paths: readonly string[], {threads}: Settings): Promise<number> {
  const folders = await Promise.all(paths.map(isFolder));
  return folders.includes(true) ? threads : Math.min(threads, paths.length);
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** True if nothing has this name. What exists and cannot be read is for the inspection to report. */
export const isAbsent = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    (error: unknown) => unreadable(path, error).code === 'not_found',
  );
