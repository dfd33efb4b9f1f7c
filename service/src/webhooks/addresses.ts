import {hash} from 'node:crypto';
import {environments, type Environment} from '../environment.js';
import {isClosedToOthers} from '../settings/loopback.js';
import {SettingsError} from '../settings/settings-error.js';
import {eventTypes, type EventType} from './events.js';

/** An address that the operator wants events to be sent to. */
export interface Destination {
  /** Id of the address in the store. */
  id: string;
  url: URL;
  /** The address without path and query, which may be secret, for logs and lists. */
  origin: string;
  events: ReadonlySet<EventType>;
  environments: ReadonlySet<Environment>;
}

const EXAMPLE = 'https://hooks.example/seals#sealed+certificate.expiring';

/**
 * Parses addresses with their events, such as `https://hooks.example/seals#sealed+live`: event names, and
 * optionally environments (default both). The fragment is not sent.
 *
 * @param name of the setting, for messages, which never repeat an address, because it may contain a secret
 * @throws {SettingsError}
 */
export function readDestinations(name: string, texts: readonly string[]): Destination[] {
  const found = texts.map((text, index) => readDestination(`${name}, address ${index + 1},`, text));
  if (new Set(found.map(({id}) => id)).size < found.length) {
    throw new SettingsError(`${name} has an address twice. Give each once, with all its events.`);
  }
  return found;
}

function readDestination(name: string, text: string): Destination {
  if (!URL.canParse(text))
    throw new SettingsError(`${name} must be an address such as ${EXAMPLE}.`);
  const url = new URL(text);
  const {username, password, origin} = url;
  if (!isClosedToOthers(url)) {
    throw new SettingsError(
      `${name} must begin with https://. Only an address of this machine (localhost) may begin with http://.`,
    );
  }
  if (username !== '' || password !== '') {
    throw new SettingsError(
      `${name} must not hold a name or password: receivers check the signature of each request.`,
    );
  }
  const words = url.hash.slice(1).split('+').filter(Boolean);
  url.hash = '';
  const events = eventTypes.filter((type) => words.includes(type));
  const named = environments.filter((one) => words.includes(one));
  if (events.length === 0 || events.length + named.length < words.length) {
    throw new SettingsError(
      `${name} must say after # which events are sent there: ${eventTypes.join(', ')}, with + between them; and optionally of which environments: ${environments.join(', ')}. Such as ${EXAMPLE}.`,
    );
  }
  return {
    id: hash('sha256', url.href, 'hex').slice(0, 16),
    url,
    origin,
    events: new Set(events),
    environments: new Set(named.length > 0 ? named : environments),
  };
}
