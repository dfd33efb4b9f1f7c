import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import type {AuditEvent} from '../audit/audit-entry.js';
import type {Audit} from '../audit/audit-log.js';
import {environments} from '../environment.js';
import {overloaded, ProblemError} from '../http/problems.js';
import type {ApiKeys} from '../keys/api-keys.js';
import {KeyLimits, LARGEST_LIMIT, limitNames} from '../keys/key-limits.js';
import {
  DEFAULT_OVERLAP_MS,
  faultsOf,
  LONGEST_OVERLAP_MS,
  type KeyChange,
} from '../keys/key-rules.js';
import {KeySummary} from '../keys/key-summary.js';
import {roles} from '../keys/roles.js';
import {adminOf} from './admin-port.js';

export interface KeysRoutesOptions {
  keys: ApiKeys;
  /** Records changes before they are answered. Absent: changes are not recorded. */
  audit?: Audit;
}

const Roles = Type.Array(Type.Enum([...roles]), {minItems: 1, uniqueItems: true});
const Origins = Type.Array(Type.String({maxLength: 512}), {minItems: 1, uniqueItems: true});
const Time = Type.String({format: 'date-time', description: 'RFC 3339; to come.'});
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);

const NewKey = Type.Object(
  {
    environment: Type.Enum([...environments]),
    name: Type.Optional(Type.String()),
    roles: Type.Optional(Roles),
    signedOnly: Type.Optional(Type.Boolean({description: 'Refused where it is sent itself.'})),
    origins: Type.Optional(Origins),
    expiresAt: Type.Optional(Time),
    limits: Type.Optional(KeyLimits),
  },
  {additionalProperties: false},
);

const Change = Type.Object(
  {
    name: Type.Optional(Type.String()),
    roles: Type.Optional(Roles),
    origins: Type.Optional(orNull(Origins)),
    expiresAt: Type.Optional(orNull(Time)),
    limits: Type.Optional(
      orNull(
        Type.Object(
          Object.fromEntries(
            limitNames.map((name) => [
              name,
              Type.Optional(orNull(Type.Integer({minimum: 0, maximum: LARGEST_LIMIT}))),
            ]),
          ),
          {additionalProperties: false},
        ),
      ),
    ),
  },
  {additionalProperties: false, minProperties: 1, description: 'null takes it away (RFC 7396).'},
);

const Rotation = Type.Object(
  {
    overlap: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_OVERLAP_MS / 1000,
        default: DEFAULT_OVERLAP_MS / 1000,
        description: 'Seconds for which the key and secret of before work as well.',
      }),
    ),
  },
  {additionalProperties: false},
);

const Created = Type.Object({
  id: Type.String(),
  key: Type.String({description: 'Shown this once.'}),
  secret: Type.String({description: 'For signing requests. Shown this once.'}),
  formerUntil: Type.Optional(Type.String({format: 'date-time'})),
});

const One = Type.Object({id: Type.String({maxLength: 128})});

/** The routes `/keys` of the admin port, which do what `sealed-capture-service keys` does, for clients with a certificate. */
export const keysRoutes: FastifyPluginAsyncTypebox<KeysRoutesOptions> = (app, {keys, audit}) => {
  // The change is stored before it is recorded. If recording fails, the answer says so, and the list of keys shows
  // the change.
  const note = async (
    request: FastifyRequest,
    event: AuditEvent['event'],
    {id, environment}: Pick<KeySummary, 'id' | 'environment'>,
    changed?: string[],
  ): Promise<void> => {
    const by = adminOf(request);
    request.log.info({event, keyId: id, by}, 'A key was changed over the admin port.');
    try {
      await audit?.append({event, environment, keyId: id, ...(changed && {changed}), by});
    } catch (cause) {
      request.log.error({err: cause}, 'A change of a key could not be written to the audit log.');
      throw overloaded(
        'The key was changed, and the audit log cannot be written. Look at the list of keys before you try again.',
        cause,
        5,
      );
    }
  };

  app.get('/keys', {schema: {response: {200: Type.Array(KeySummary)}}}, () => keys.list());

  app.post('/keys', {schema: {body: NewKey, response: {201: Created}}}, async (request, reply) => {
    const {environment, name = '', ...properties} = request.body;
    refuseFaults({name, ...properties});
    const created = await keys.create(environment, name, properties);
    await note(request, 'key-created', {id: created.id, environment});
    return reply.code(201).header('location', `/keys/${created.id}`).send(created);
  });

  app.get(
    '/keys/:id',
    {schema: {params: One, response: {200: KeySummary}}},
    async ({params: {id}}) => {
      const key = await keys.get(id);
      if (!key) throw notThere('unknown');
      return key;
    },
  );

  app.patch(
    '/keys/:id',
    {schema: {params: One, body: Change, response: {200: KeySummary}}},
    async (request) => {
      const {body} = request;
      refuseFaults(body);
      const outcome = await keys.change(request.params.id, body);
      if (outcome.state !== 'changed') throw notThere(outcome.state);
      await note(request, 'key-changed', outcome.key, Object.keys(body).sort());
      return outcome.key;
    },
  );

  app.delete('/keys/:id', {schema: {params: One, response: {200: KeySummary}}}, async (request) => {
    const revoked = await keys.revoke(request.params.id);
    if (!revoked) throw notThere('unknown');
    await note(request, 'key-revoked', revoked);
    return revoked;
  });

  app.post(
    '/keys/:id/rotate',
    {schema: {params: One, body: Rotation, response: {200: Created}}},
    async (request) => {
      const {overlap = DEFAULT_OVERLAP_MS / 1000} = request.body;
      const outcome = await keys.rotate(request.params.id, overlap * 1000);
      if (outcome.state !== 'rotated') throw notThere(outcome.state);
      const {created, key} = outcome;
      await note(request, 'key-rotated', key);
      return {...created, ...(key.formerUntil !== undefined && {formerUntil: key.formerUntil})};
    },
  );
  return Promise.resolve();
};

function refuseFaults(properties: KeyChange): void {
  const errors = faultsOf(properties, Date.now());
  if (errors.length === 0) return;
  throw new ProblemError(400, 'The key cannot be of this kind.', {errors});
}

const notThere = (state: 'unknown' | 'revoked'): ProblemError =>
  state === 'unknown'
    ? new ProblemError(404, 'There is no key with this id.')
    : new ProblemError(409, 'This key was revoked, and stays as it is.');
