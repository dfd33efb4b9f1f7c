import type {LightMyRequestResponse as Answer} from 'fastify';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import type {CorpusFile} from './files.js';
import {differenceOutsideStore} from './rest/rest.js';
import type {CorpusService} from './service.js';

/** What a step found. */
export type Finding =
  | {kind: 'done'; step: Step}
  | {kind: 'refused'; step: Step; reason: string}
  /** These are faults of the product. */
  | {kind: 'failed' | 'not valid' | 'changed'; step: Step; detail: string}
  /** A file that had a seal before: what the inspection says of it, and the engine alone. */
  | {kind: 'verdict'; own: string; engine: string};

export type Step =
  | 'inspect'
  | 'seal'
  | 'redact'
  | 'seal again'
  | 'seal without a time stamp'
  | 'add the time stamp';

export const isFault = ({kind}: Finding): boolean =>
  kind === 'failed' || kind === 'not valid' || kind === 'changed';

/** Takes one file through all steps. */
export async function* findingsIn(
  file: CorpusFile,
  service: CorpusService,
): AsyncGenerator<Finding> {
  yield* inspectFirst(file, service);
  const {type, bytes} = file;
  if (!type) return;
  const run = new Run(service, type);
  const sealed = yield* run.step('seal', bytes, () => service.protect(bytes, type));
  if (!sealed) return;
  const redacted = yield* run.step('redact', sealed, () => service.redact(sealed, type));
  const parent = redacted ?? sealed;
  yield* run.step('seal again', parent, () => service.protect(parent, type));
  const step = 'seal without a time stamp';
  const bare = yield* run.step(step, bytes, () => service.protectUnstamped(bytes, type), true);
  if (!bare) return;
  yield* run.step('add the time stamp', bare, () => service.addTimestamp(bare, type), true);
}

async function* inspectFirst({bytes}: CorpusFile, service: CorpusService): AsyncGenerator<Finding> {
  const step = 'inspect';
  const answer = await service.inspect(bytes);
  if (answer.statusCode === 400) yield {kind: 'refused', step, reason: reasonOf(answer)};
  else if (answer.statusCode !== 200) yield {kind: 'failed', step, detail: statusOf(answer)};
  else {
    yield {kind: 'done', step};
    const {labelState} = answer.json<InspectionResult>();
    if (labelState === 'none') return;
    const engine = await service.engineFailures(bytes);
    yield {kind: 'verdict', own: labelState, engine};
  }
}

class Run {
  readonly #service: CorpusService;
  readonly #type: SealableMediaType;

  constructor(service: CorpusService, type: SealableMediaType) {
    this.#service = service;
    this.#type = type;
  }

  /** Runs a step, and checks the file that it returns: it is valid, and has all bytes of the one before. */
  async *step(
    step: Step,
    before: Buffer,
    work: () => Promise<Answer>,
    isLive = false,
  ): AsyncGenerator<Finding, Buffer | undefined> {
    const answer = await work();
    if (answer.statusCode !== 200) {
      const isRefusal = answer.statusCode === 422 || answer.statusCode === 415;
      if (isRefusal) yield {kind: 'refused', step, reason: reasonOf(answer)};
      else yield {kind: 'failed', step, detail: statusOf(answer)};
      return undefined;
    }
    const file = answer.rawPayload;
    const read = await this.#service.inspect(file, isLive);
    const {labelState, reason} = read.json<Partial<InspectionResult>>();
    if (labelState !== 'valid') {
      const detail = `${read.statusCode} ${labelState ?? ''}: ${reason ?? reasonOf(read)}`;
      yield {kind: 'not valid', step, detail};
      // What follows would only fail for the same reason.
      return undefined;
    }
    const difference = differenceOutsideStore(this.#type, before, file);
    if (difference !== undefined) yield {kind: 'changed', step, detail: difference};
    else yield {kind: 'done', step};
    return file;
  }
}

const reasonOf = (answer: Answer): string => {
  try {
    return answer.json<Problem>().detail ?? '';
  } catch {
    return answer.body.slice(0, 200);
  }
};

const statusOf = (answer: Answer): string => `${answer.statusCode}: ${reasonOf(answer)}`;
