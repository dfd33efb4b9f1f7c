import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  AccessTokens,
  type AccessToken,
  type GetToken,
} from '../../../src/core/credentials/access-tokens.js';
import {tokenAuthorization} from '@sealed-capture/seal/model/authorization.js';

const never = new AbortController().signal;
const start = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** A provider that counts its tokens. Each is valid for ten minutes by the service's clock. */
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
  it('is requested once, however many captures wait, and then reused', async () => {
    const {tokens, signals} = setup();
    const all = await Promise.all([1, 2, 3].map(() => tokens.authorization(never)));
    assert.deepEqual([...all, await tokens.authorization(never)], [t(1), t(1), t(1), t(1)]);
    assert.equal(signals.length, 1);
    assert.equal(signals[0]?.aborted, false);
  });

  it('is renewed half a minute before it expires', async () => {
    const {tokens, clock} = setup();
    await tokens.authorization(never);
    clock.time = start + 10 * MINUTE - 30_001;
    assert.deepEqual(await tokens.authorization(never), t(1));
    clock.time += 1;
    assert.deepEqual(await tokens.authorization(never), t(2));
  });

  it('with a short life is renewed after nine tenths of it', async () => {
    const {tokens, clock} = setup(MINUTE);
    await tokens.authorization(never);
    clock.time = start + 53_999;
    assert.deepEqual(await tokens.authorization(never), t(1));
    clock.time += 1;
    assert.deepEqual(await tokens.authorization(never), t(2));
  });

  it('that has expired on arrival is used until the service refuses it, because the clock is wrong', async () => {
    const {tokens, signals} = setup(-MINUTE);
    await tokens.authorization(never);
    assert.deepEqual(await tokens.authorization(never), t(1));
    assert.deepEqual(await tokens.authorization(never, t(1)), t(2));
    assert.equal(signals.length, 2);
  });

  it('without an expiry is used until the service refuses it', async () => {
    let calls = 0;
    const {tokens, clock} = setup(0, () => ({token: `t${++calls}`}));
    await tokens.authorization(never);
    clock.time += 24 * 60 * MINUTE;
    assert.deepEqual(await tokens.authorization(never), t(1));
    assert.deepEqual(await tokens.authorization(never, t(1)), t(2));
  });

  it('is renewed once if several captures were refused with it', async () => {
    const {tokens, signals} = setup();
    await tokens.authorization(never);
    const both = [tokens.authorization(never, t(1)), tokens.authorization(never, t(1))];
    assert.deepEqual(await Promise.all(both), [t(2), t(2)]);
    // This request was sent before the others were refused.
    assert.deepEqual(await tokens.authorization(never, t(1)), t(2));
    assert.equal(signals.length, 2);
  });

  it('is requested again after a failure, which all waiting callers receive', async () => {
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

describe('a request for a token', () => {
  const hanging = () => {
    let answer: (token: AccessToken) => void = () => undefined;
    const open: GetToken = () => new Promise((resolve) => (answer = resolve));
    return {...setup(0, open), answer: (token: AccessToken) => answer(token)};
  };

  it('continues for the other callers if one aborts', async () => {
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

  it('is aborted when its last caller aborts, and a late answer is ignored', async () => {
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

  it('that hangs does not keep later callers from starting their own request', async () => {
    let calls = 0;
    const clock = {now: () => start};
    const hangs: GetToken = () =>
      ++calls === 1 ? new Promise<never>(() => undefined) : {token: 't2'};
    const tokens = new AccessTokens(hangs, clock, 20);
    const awake = setTimeout(() => undefined, 5_000);
    const first = tokens.authorization(never);
    // While a caller waits, the request is not aborted for lack of callers.
    await assert.rejects(first, {name: 'TimeoutError'});
    assert.deepEqual(await tokens.authorization(never), t(2));
    clearTimeout(awake);
  });
});

describe('an invalid answer of getToken', () => {
  const answers: Record<string, unknown> = {
    'an empty object': {},
    'the token alone': 't1',
    null: null,
    nothing: undefined,
    'a list': [{token: 't1'}],
    'a token that is not a string': {token: 7},
    'an empty token': {token: ''},
    'a token that does not fit into a header': {token: 'tok\nen ☃'},
    'an expiry that is not a time': {token: 't1', expiresAt: 'soon'},
    'an expiry in seconds': {token: 't1', expiresAt: 1_767_225_600},
  };
  for (const [name, answer] of Object.entries(answers)) {
    it(`is reported as a mistake to the developer: ${name}`, async () => {
      const tokens = new AccessTokens(() => answer as AccessToken, {now: () => start});
      await assert.rejects(tokens.authorization(never), (error: Error & {code: string}) => {
        assert.equal(error.code, 'configuration_invalid');
        assert.match(error.message, /getToken/);
        assert.doesNotMatch(error.message, /t1|tok\n/);
        return true;
      });
    });
  }

  it('does not include an expiry of null', async () => {
    const answer = {token: 't1', expiresAt: null} as unknown as AccessToken;
    const tokens = new AccessTokens(() => answer, {now: () => start});
    assert.deepEqual(await tokens.authorization(never), t(1));
  });
});
