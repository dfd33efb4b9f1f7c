import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  AccessTokens,
  type AccessToken,
  type GetToken,
} from '../../../src/core/credentials/access-tokens.js';
import {tokenAuthorization} from '../../../src/model/authorization.js';

const never = new AbortController().signal;
const start = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** A provider that counts its tokens, each of them good for ten minutes by the service's clock. */
function setup(life = 10 * MINUTE, answer?: GetToken) {
  const clock = {time: start, now: () => clock.time};
  const signals: AbortSignal[] = [];
  const tokens = new AccessTokens((signal) => {
    signals.push(signal);
    return (
      answer?.(signal) ?? {
        token: `t${signals.length}`,
        expiresAt: new Date(clock.time + life).toISOString(),
      }
    );
  }, clock);
  return {tokens, clock, signals};
}

const t = (n: number) => tokenAuthorization(`t${n}`);
const later = () => new Promise((resolve) => setImmediate(resolve));

describe('a token', () => {
  it('is asked for once, however many captures wait, and then used', async () => {
    const {tokens, signals} = setup();
    const all = await Promise.all([1, 2, 3].map(() => tokens.authorization(never)));
    assert.deepEqual([...all, await tokens.authorization(never)], [t(1), t(1), t(1), t(1)]);
    assert.equal(signals.length, 1);
    assert.equal(signals[0]?.aborted, false);
  });

  it('is renewed half a minute before it ends', async () => {
    const {tokens, clock} = setup();
    await tokens.authorization(never);
    clock.time = start + 10 * MINUTE - 30_001;
    assert.deepEqual(await tokens.authorization(never), t(1));
    clock.time += 1;
    assert.deepEqual(await tokens.authorization(never), t(2));
  });

  it('of a short life is renewed after nine tenths of it', async () => {
    const {tokens, clock} = setup(MINUTE);
    await tokens.authorization(never);
    clock.time = start + 53_999;
    assert.deepEqual(await tokens.authorization(never), t(1));
    clock.time += 1;
    assert.deepEqual(await tokens.authorization(never), t(2));
  });

  it('that has ended on arrival is used until the service refuses it, as the clock is wrong', async () => {
    const {tokens, signals} = setup(-MINUTE);
    await tokens.authorization(never);
    assert.deepEqual(await tokens.authorization(never), t(1));
    assert.deepEqual(await tokens.authorization(never, t(1)), t(2));
    assert.equal(signals.length, 2);
  });

  it('without an end is used until the service refuses it', async () => {
    let calls = 0;
    const {tokens, clock} = setup(0, () => ({token: `t${++calls}`}));
    await tokens.authorization(never);
    clock.time += 24 * 60 * MINUTE;
    assert.deepEqual(await tokens.authorization(never), t(1));
    assert.deepEqual(await tokens.authorization(never, t(1)), t(2));
  });

  it('that several captures were refused with is renewed once', async () => {
    const {tokens, signals} = setup();
    await tokens.authorization(never);
    const both = [tokens.authorization(never, t(1)), tokens.authorization(never, t(1))];
    assert.deepEqual(await Promise.all(both), [t(2), t(2)]);
    // This one was sent before the others were refused.
    assert.deepEqual(await tokens.authorization(never, t(1)), t(2));
    assert.equal(signals.length, 2);
  });

  it('is asked for again after a failure, which all who waited hear of', async () => {
    let fails = true;
    const {tokens, signals} = setup(0, () => {
      if (fails) throw new TypeError('Failed to fetch');
      return {token: 't2'};
    });
    const both = await Promise.allSettled([
      tokens.authorization(never),
      tokens.authorization(never),
    ]);
    assert.deepEqual(
      both.map(({status}) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(signals.length, 1);
    fails = false;
    assert.deepEqual(await tokens.authorization(never), t(2));
  });
});

describe('a call for a token', () => {
  const hanging = () => {
    let answer: (token: AccessToken) => void = () => undefined;
    const open: GetToken = () => new Promise((resolve) => (answer = resolve));
    return {...setup(0, open), answer: (token: AccessToken) => answer(token)};
  };

  it('goes on for the others where one who asked gives up', async () => {
    const {tokens, signals, answer} = hanging();
    const first = new AbortController();
    const given = tokens.authorization(first.signal);
    const other = tokens.authorization(never);
    first.abort();
    await assert.rejects(given, {name: 'AbortError'});
    assert.equal(signals[0]?.aborted, false);
    answer({token: 't1'});
    assert.deepEqual(await other, t(1));
    assert.equal(signals.length, 1);
  });

  it('is given up with the last who asked, and what comes late is ignored', async () => {
    const {tokens, signals, answer} = hanging();
    const asking = [new AbortController(), new AbortController()];
    const given = asking.map(({signal}) => tokens.authorization(signal));
    const settled = Promise.allSettled(given);
    for (const controller of asking) controller.abort();
    await settled;
    assert.equal(signals[0]?.aborted, true);
    answer({token: 't1'});
    await later();
    const next = tokens.authorization(never);
    assert.equal(signals.length, 2);
    answer({token: 't2'});
    assert.deepEqual(await next, t(2));
  });

  it('that hangs does not keep those who come later from one of their own', async () => {
    let calls = 0;
    const clock = {now: () => start};
    const hangs: GetToken = () =>
      ++calls === 1 ? new Promise<never>(() => undefined) : {token: 't2'};
    const tokens = new AccessTokens(hangs, clock, 20);
    const awake = setTimeout(() => undefined, 5_000);
    const first = tokens.authorization(never);
    // As long as somebody waits it is not given up for lack of askers.
    await assert.rejects(first, {name: 'TimeoutError'});
    assert.deepEqual(await tokens.authorization(never), t(2));
    clearTimeout(awake);
  });
});

describe('an answer of getToken that is none', () => {
  const answers: Record<string, unknown> = {
    'an empty object': {},
    'the token alone': 't1',
    null: null,
    nothing: undefined,
    'a list': [{token: 't1'}],
    'a token that is no text': {token: 7},
    'an empty token': {token: ''},
    'a token that no header can carry': {token: 'tok\nen ☃'},
    'an end that is no time': {token: 't1', expiresAt: 'soon'},
    'an end in seconds': {token: 't1', expiresAt: 1_767_225_600},
  };
  for (const [name, answer] of Object.entries(answers)) {
    it(`is a mistake that its developer sees: ${name}`, async () => {
      const tokens = new AccessTokens(() => answer as AccessToken, {now: () => start});
      await assert.rejects(tokens.authorization(never), (error: Error & {code: string}) => {
        assert.equal(error.code, 'configuration_invalid');
        assert.match(error.message, /getToken/);
        assert.doesNotMatch(error.message, /t1|tok\n/);
        return true;
      });
    });
  }

  it('does not include an end that is null', async () => {
    const answer = {token: 't1', expiresAt: null} as unknown as AccessToken;
    const tokens = new AccessTokens(() => answer, {now: () => start});
    assert.deepEqual(await tokens.authorization(never), t(1));
  });
});
