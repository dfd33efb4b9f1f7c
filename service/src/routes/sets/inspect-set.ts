import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import Type from 'typebox';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {InspectedSets} from '@sealed-capture/seal/model/inspection/sets-report.js';
import {
  inspectedSets,
  judgedPart,
  type InspectedFile,
} from '@sealed-capture/seal/model/sets/judge-sets.js';
import {readChecked} from '../../auth/checked-body.js';
import type {OfEnvironment} from '../../environment.js';
import {clientSignal, contentLength} from '../../http/body/read-body.js';
import {ProblemError} from '../../http/problems.js';
import {inspectErrors} from '../environments/inspect-errors.js';
import {inspected} from '../inspected.js';
import {takeForms} from '../upload.js';
import {MOST_BYTES, MOST_FILES} from './set-limits.js';
import {fileTooLarge, setParts, setTooLarge, type SetPart} from './set-parts.js';

/** Bytes of a part without a file name, which is refused. */
const FIELD_LIMIT = 1024;

/** Schema for the description only: the form is parsed part by part. */
const InspectSetForm = Type.Object({
  media: Type.Array(Type.String({format: 'binary', description: 'A file, with its name.'}), {
    minItems: 1,
    maxItems: MOST_FILES,
    description:
      'The files: each a part named media, with a file name of its own, which the answer uses. A path is a name as well.',
  }),
});

const {422: _crJson, ...others} = inspectErrors;
const inspectSetErrors = {
  ...others,
  400: 'The form is not well-formed; or it has no file; or a part is not named `media`, or has no file name, or the file name of another part, or parts of its own.',
  413: 'There are too many files, or one of them or all together are larger than this service inspects: `GET` of the same address returns the limits.',
  415: 'The `Content-Type` is not `multipart/form-data`, or the body is compressed.',
};

/** The verdict on a file. Metrics and webhooks report it only after the signature of the whole request is checked. */
interface Seen {
  labelState: InspectionResult['labelState'];
  sha256?: string;
}

/** `POST {base}/inspect-set`: of which sets the files are part, and what is missing of them. */
export const inspectSetRoute: FastifyPluginAsync<OfEnvironment> = async (app, {environment}) => {
  const {settings, budgets, metrics, webhooks} = app;
  const isTold = webhooks?.wantsInspected(environment) ?? false;
  const largest = Math.max(settings.imageLimit, settings.audioLimit);
  // One more than is accepted, so that it is refused in words of its own.
  const files = MOST_FILES + 1;
  await takeForms(app, {fieldSize: FIELD_LIMIT, files, fields: 1, parts: files + 1});

  app.post(
    '/inspect-set',
    {
      bodyLimit: MOST_BYTES,
      config: {
        role: 'inspect',
        emptyErrors: true,
        documentedBody: InspectSetForm,
        documentedErrors: inspectSetErrors,
      },
      schema: {
        summary: 'Read the seals of several files, and say which sets they are part of',
        description: `At most ${MOST_FILES} files, which are read one after another. Each counts as an inspection of the day.`,
        consumes: ['multipart/form-data'],
        response: {200: {description: 'What there is of each set', ...InspectedSets}},
      },
    },
    async (request, reply) => {
      if (!request.isMultipart()) {
        throw new ProblemError(415, 'Send multipart/form-data with a part media for each file.');
      }
      if ((contentLength(request) ?? 0) > MOST_BYTES) throw setTooLarge();
      const {keyId} = request;
      const signal = clientSignal(reply);
      const seen: Seen[] = [];
      // What was found stays in memory until the last file has come.
      const held = budgets.files.claim(0, {key: keyId, environment});
      try {
        const found = await readChecked(request, async () => {
          const judged: InspectedFile[] = [];
          for await (const part of setParts(request, largest)) {
            const outcome = await inspect(request, part, signal);
            const one = fileOf(part.file, outcome);
            held.add(JSON.stringify(one).length);
            judged.push(one);
            if (outcome.name === 'refused') continue;
            const {verdict: labelState, sha256} = outcome;
            seen.push({labelState, sha256});
          }
          return judged;
        });
        for (const {labelState, sha256} of seen) {
          metrics.count('sealed_capture_inspections', {verdict: labelState, environment});
          if (isTold) await webhooks?.inspected(environment, {keyId, sha256, labelState});
        }
        return inspectedSets(found);
      } finally {
        held.release();
      }
    },
  );

  async function inspect(request: FastifyRequest, part: SetPart, signal: AbortSignal) {
    const claim = budgets.files.claim(0, {key: request.keyId, environment});
    try {
      const body = await part.read(claim);
      try {
        const job = {...body, isMedia: true, digest: isTold, environment};
        return await inspected(app, request, job, signal);
      } finally {
        // A thread that is still busy with the buffer only reads it.
        budgets.files.buffers.giveBack(body.buffer);
      }
    } finally {
      claim.release();
    }
  }
};

/** A file of a kind that seals are not read from is named in the report, like others without a seal of the set. */
function fileOf(file: string, outcome: Awaited<ReturnType<typeof inspected>>): InspectedFile {
  if (outcome.name === 'inspected') {
    return {file, result: judgedPart(JSON.parse(outcome.json) as InspectionResult)};
  }
  const {status, detail: reason} = outcome;
  if (status === 413) throw fileTooLarge(file);
  return {file, result: {labelValid: false, labelState: 'unchecked', reason}, isOtherKind: true};
}
