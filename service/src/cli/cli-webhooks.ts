import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {parseArgs} from 'node:util';
import {readSettings, type Settings} from '../settings/settings.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';
import {openOutbox} from '../store/open-stores.js';
import {webhookKey} from '../webhooks/signing-key.js';
import type {DeadLetter, Outbox, Selection} from '../webhooks/outbox/outbox.js';
import {say, sayJson} from './terminal.js';

/** `sealed-capture-service webhooks …`: shows events that no receiver has accepted, also while the service runs. */
export async function runWebhooks(args: readonly string[]): Promise<void> {
  const [action, ...rest] = args;
  const run = actions.get(action ?? '');
  if (!run) throw new UsageError('Say what to do with webhooks: list, retry, discard or key.');
  await run(rest);
}

async function withOutbox<T>(work: (outbox: Outbox, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const {outbox, close} = await openOutbox(settings);
  try {
    return await work(outbox, settings);
  } finally {
    await close();
  }
}

async function list(args: string[]): Promise<void> {
  const {values} = parseArgs({args, options: {json: {type: 'boolean'}}});
  const letters = await withOutbox((outbox) => outbox.deadLetters());
  if (values.json) return sayJson(letters.map(shown));
  say(letters.length > 0 ? letters.map(line).join('\n') : 'There are no dead letters.');
}

async function retry(args: string[]): Promise<void> {
  const selection = selectionOf(args, 'retry');
  const revived = await withOutbox(async (outbox, {webhooks, webhooksLifetime}) => {
    const known = new Set(webhooks.map(({id}) => id));
    const letters = (await outbox.deadLetters()).filter(
      ({eventId}) => selection === 'all' || selection.eventId === eventId,
    );
    const lost = letters.find(({destination}) => !known.has(destination));
    if (lost) {
      throw new SettingsError(
        `The event ${lost.eventId} was for an address at ${lost.origin} that is no longer one of SEALED_CAPTURE_WEBHOOKS, so it cannot be sent. Set it again, with the same variables as for the service, or discard the event.`,
      );
    }
    const now = Date.now();
    return outbox.revive(selection, now, now + webhooksLifetime);
  });
  report(revived, selection, 'will be sent again');
}

async function discard(args: string[]): Promise<void> {
  const selection = selectionOf(args, 'discard');
  const discarded = await withOutbox((outbox) => outbox.discard(selection));
  report(discarded, selection, 'discarded');
}

/** Prints the public key with which receivers verify signatures; never the secret. */
async function key(args: string[]): Promise<void> {
  parseArgs({args, options: {}});
  const {keyid, alg, publicKey} = await webhookKey(readSettings(process.env));
  say(`keyid ${keyid}\nalg   ${alg}${publicKey === undefined ? '' : `\n${publicKey.trimEnd()}`}`);
}

const actions = new Map([
  ['list', list],
  ['retry', retry],
  ['discard', discard],
  ['key', key],
]);

function selectionOf(args: string[], action: string): Selection {
  const {values, positionals} = parseArgs({
    args,
    allowPositionals: true,
    options: {all: {type: 'boolean'}},
  });
  const [eventId, ...others] = positionals;
  if (others.length > 0 || (eventId === undefined) !== (values.all === true)) {
    throw new UsageError(`Name one event to ${action} by its id, or give --all.`);
  }
  return eventId === undefined ? 'all' : {eventId};
}

function report(count: number, selection: Selection, what: string): void {
  if (count === 0 && selection !== 'all') {
    throw new SettingsError(
      `There is no dead letter of the event ${JSON.stringify(selection.eventId)}.`,
    );
  }
  say(`${count} ${count === 1 ? 'dead letter' : 'dead letters'} ${what}.`);
}

const shown = ({eventId, type, origin, attempts, diedAt, reason, status, body}: DeadLetter) => ({
  id: eventId,
  type,
  origin,
  attempts,
  diedAt: new Date(diedAt).toISOString(),
  reason,
  status,
  event: JSON.parse(body) as unknown,
});

const line = ({eventId, type, origin, attempts, diedAt, reason}: DeadLetter): string =>
  [eventId, type, origin, new Date(diedAt).toISOString(), `${attempts} attempts`, reason]
    .map(visibleText)
    .join('  ');
