import assert from 'node:assert/strict';
import {checkUpload} from '../../../src/scripts/check-upload/check-upload.js';
import type {Waits} from '../../../src/scripts/check-upload/client.js';
import type {Finding, Point} from '../../../src/scripts/check-upload/report.js';
import {settingsOf} from '../../../src/scripts/check-upload/settings.js';

/** The origin of the pages. */
export const ORIGIN = 'https://app.example';

const waits: Waits = {patience: 10_000, cut: 100, lock: 2_000, refusal: 200};

/** Runs the check with the arguments of the command. */
export const check = (args: readonly string[], given: Partial<Waits> = {}): Promise<Finding[]> =>
  checkUpload(settingsOf(args), undefined, {...waits, ...given});

export const pointsWith = (result: Finding['result'], findings: readonly Finding[]): Point[] =>
  findings.filter((finding) => finding.result === result).map(({point}) => point);

/** Asserts that the one fault is at this point, and that it is told like this. */
export function assertFault(findings: readonly Finding[], point: Point, text: RegExp): void {
  assert.deepEqual(pointsWith('fault', findings), [point], JSON.stringify(findings, null, 2));
  const fault = findings.find(({result}) => result === 'fault');
  assert.match(fault?.text ?? '', text);
}

/** Asserts that there is no fault, and advice at these points alone. */
export function assertAdvice(findings: readonly Finding[], points: readonly Point[] = []): void {
  assert.deepEqual(pointsWith('fault', findings), [], JSON.stringify(findings, null, 2));
  assert.deepEqual(pointsWith('advice', findings), points);
}

/** What the fault means for people. */
export const effectIn = (findings: readonly Finding[]): string =>
  findings.flatMap((finding) => (finding.result === 'fault' ? [finding.effect] : [])).join(' ');

export const textAt = (point: Point, findings: readonly Finding[]): string =>
  findings.find((finding) => finding.point === point)?.text ?? '';
