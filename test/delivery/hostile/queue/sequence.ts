import {seeded, type Random} from '../random.js';
import {Device} from './device.js';
import {SIZE, type Way} from './ways.js';
import {World} from './world.js';

const HOUR_MS = 3_600_000;
/** What the package promises for each page: see send-limit.ts. */
const ATTEMPTS_IN_AN_HOUR = 24;
const SIZES_IN_AN_ATTEMPT = 2;
/** In one of this many sequences, the network comes and goes for minutes. */
const RESTLESS = 10;
const MOST_PHOTOS = 3;
const SYNC = 'the service worker is woken';
/** Times that pages may be woken before they make the attempts that they have. */
const MOST_ROUNDS = 200;

type Act = (world: World, random: Random) => void | Promise<void>;

/** What may happen in the middle of a request. */
const interruptions: Record<string, (world: World) => void> = {
  'the network is lost': (world) => world.loseNetwork(),
  'what sends is ended': (world) => world.endSender(),
  'a person asks for another try': (world) => void world.retry(),
  'the page is shown': (world) => world.pages.forEach(({wakeUps}) => wakeUps.wake('visible')),
  'another tab opens': (world) => void world.open(),
};

const timePasses: Act = (world) => void world.goOn();

/** What may happen between requests. */
const acts: Record<string, Act> = {
  'time passes': timePasses,
  'more time passes': timePasses,
  'much time passes': timePasses,
  'the network comes or goes': (world) =>
    world.device.isOnline ? world.loseNetwork() : world.findNetwork(),
  'a person asks for another try': (world) => void world.retry(),
  'the page is shown': (world, random) => random.of(world.pages).wakeUps.wake('visible'),
  'a tab is closed': (world, random) => world.close(random.of(world.pages)),
  'another tab opens': (world) => void world.open(),
  'another photo is taken': (world, random) =>
    world.captureIds.length < MOST_PHOTOS ? world.take(random.of(world.pages)) : undefined,
};

const restless: Act = async (world) => {
  for (let times = 0; times < 30; times++) {
    world.findNetwork();
    await world.idle();
    world.loseNetwork();
    world.browser.time += 10_000;
  }
};

const ofWorker: Record<string, Act> = {
  [SYNC]: (world) => world.sync(),
  'all tabs are closed, and the service worker is woken': (world) => {
    world.closeAll();
    return world.sync();
  },
  'all tabs are closed, and the service worker is woken for the last time': (world) => {
    world.closeAll();
    return world.sync(true);
  },
};

export interface Sequence {
  problems: readonly string[];
  events: readonly string[];
}

/**
 * Takes a photo, and lets the seed decide what becomes of its page, network and server, until that is repaired. Returns
 * what went wrong, and all that happened.
 */
export async function sequence(seed: number, way: Way, hasWorker = false): Promise<Sequence> {
  const random = seeded(seed * 7_919);
  const device = new Device();
  const server = await way.serve(seed, device);
  const world = new World(server, device, way, seed);
  try {
    await hostilePart(world, random, {
      ...acts,
      ...(hasWorker && ofWorker),
      ...(seed % RESTLESS === 0 && {'the network is restless': restless}),
    });
    await repairedPart(world, random, way, hasWorker);
    checkBytes(world);
    return {problems: world.problems, events: server.events};
  } finally {
    world.end();
  }
}

async function hostilePart(world: World, random: Random, all: Record<string, Act>): Promise<void> {
  const steps = 4 + Math.floor(random.next() * 16);
  arm(world, random);
  await world.take(world.open());
  for (let step = 0; step < steps; step++) {
    await world.idle();
    await world.check();
    arm(world, random);
    const name = random.of(Object.keys(all));
    if (world.pages.length === 0) world.open();
    world.say(name);
    await all[name]?.(world, random);
  }
  await world.idle();
  world.interrupt();
  await world.check();
}

/** Plans that something happens in the middle of one of the next requests, or nothing. */
function arm(world: World, random: Random): void {
  const isArmed = random.next() < 0.4;
  const requests = 1 + Math.floor(random.next() * 4);
  const moment = random.of(['arrived', 'complete'] as const);
  const name = random.of(Object.keys(interruptions));
  const act = (): void => {
    world.say(`${name} (${moment})`);
    interruptions[name]?.(world);
  };
  world.interrupt(isArmed ? {requests, moment, act} : undefined);
}

/** Once the server is repaired, the next attempt brings the file there, however that comes about. */
async function repairedPart(
  world: World,
  random: Random,
  way: Way,
  hasWorker: boolean,
): Promise<void> {
  const end = random.of(['time passes', 'a retry', 'a new visit', ...(hasWorker ? [SYNC] : [])]);
  world.say(`the server is repaired; ${end}`);
  world.device.isTrusting = true;
  world.server.repair();
  const before = world.attempts.all.length;
  if (end === SYNC || end === 'a new visit') {
    world.closeAll();
    world.device.isOnline = true;
    if (end === SYNC) await world.sync();
  }
  if (world.pages.length === 0) world.open();
  if (!world.device.isOnline) world.findNetwork();
  await world.idle();
  const triesOf = (captureId: string): number =>
    world.attempts.all.slice(before).filter((one) => one.captureId === captureId).length;
  let isShown = false;
  for (let round = 0; world.kept.length > 0 && round < MOST_ROUNDS; round++) {
    if (world.kept.some(({captureId}) => triesOf(captureId) >= way.retries)) break;
    const waits = world.kept.some(
      ({state}) => state.name === 'delivering' && state.dueAt === Infinity,
    );
    const asked = end === 'a retry' || waits ? world.retry() : undefined;
    const goesOn = !!asked?.size || world.goOn();
    if (!goesOn) {
      // A tab does not watch for photos of others, nor for what others do with its own. It looks for them when it is
      // shown, as it is when another is closed.
      if (isShown) break;
      world.pages.forEach(({wakeUps}) => wakeUps.wake('visible'));
    }
    isShown = !goesOn;
    await world.idle();
    if (world.kept.some(({captureId}) => asked?.has(captureId))) break;
  }
  await world.check();
  for (const {captureId} of world.kept) {
    const tries = triesOf(captureId);
    world.problems.push(`The repaired server did not get ${captureId} in ${tries} attempts`);
  }
  if (world.kept.length > 0) return;
  const told = [...world.told].sort().join();
  if (told !== world.captureIds.join()) world.problems.push(`Pages were told of: ${told}`);
}

/** What one page sends of a file in any hour is bounded; what browsers repeat after 307 and 308 does not count. */
function checkBytes({attempts: {all}, server, problems}: World): void {
  for (const {at, sender, captureId} of all) {
    const ofHour = all
      .filter((one) => one.sender === sender && one.captureId === captureId && !one.isRetry)
      .filter((one) => one.at >= at && one.at < at + HOUR_MS);
    if (ofHour.length > ATTEMPTS_IN_AN_HOUR) {
      problems.push(`A page made ${ofHour.length} attempts in an hour`);
    }
  }
  const bytes = server.requests
    .filter(({status}) => status < 300 || status > 399)
    .reduce((sum, one) => sum + one.bytes, 0);
  const most = SIZES_IN_AN_ATTEMPT * SIZE * all.length;
  if (bytes > most) {
    problems.push(`${bytes / SIZE} times its size was sent in ${all.length} attempts`);
  }
}
