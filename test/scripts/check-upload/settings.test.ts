import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {HELP} from '../../../src/scripts/check-upload/help.js';
import {lines, printable} from '../../../src/scripts/check-upload/print.js';
import {httpPoints, tusPoints, type Finding} from '../../../src/scripts/check-upload/report.js';
import {settingsOf, WrongUse} from '../../../src/scripts/check-upload/settings.js';

const URL_OF_UPLOADS = 'https://media.example/uploads';

describe('the arguments of check-upload', () => {
  it('are one address, and what is known of its pages', () => {
    const {url, headers, ...settings} = settingsOf([
      URL_OF_UPLOADS,
      ...['--origin', 'https://app.example/page', '--method', 'PUT', '--size', '5000'],
      ...['--header', 'Authorization: Bearer a:b', '--header', 'Idempotency-Key:'],
      ...['--stored-field', 'id', '--photos-only', '--json'],
    ]);
    assert.equal(url.href, URL_OF_UPLOADS);
    assert.deepEqual(headers, {authorization: 'Bearer a:b', 'idempotency-key': null});
    assert.deepEqual(settings, {
      origin: 'https://app.example',
      method: 'PUT',
      isTus: false,
      storedField: 'id',
      size: 5000,
      photosOnly: true,
      json: true,
    });
  });

  it('are refused with the reason where they cannot be used, without a secret', () => {
    for (const [args, reason] of [
      [[], /Name one address/],
      [[URL_OF_UPLOADS, URL_OF_UPLOADS], /Name one address/],
      [['/uploads'], /is no URL/],
      [['http://media.example/uploads'], /over https only/],
      [['https://me:secret@media.example/'], /user name or a password/],
      [[URL_OF_UPLOADS, '--method', 'GET'], /not by GET/],
      [[URL_OF_UPLOADS, '--tus', '--method', 'PUT'], /not used with --tus/],
      [[URL_OF_UPLOADS, '--tus', '--stored-field', 'id'], /not used with --tus/],
      [[URL_OF_UPLOADS, '--origin', 'app.example'], /--origin is the origin/],
      [[URL_OF_UPLOADS, '--size', '1e9'], /--size is a number/],
      [[URL_OF_UPLOADS, '--size', '999'], /--size is a number/],
      [[URL_OF_UPLOADS, '--size', '1000000001'], /--size is a number/],
      [[URL_OF_UPLOADS, '--header', 'secret'], /A --header is/],
      [[URL_OF_UPLOADS, '--header', 'X-Token: secret\nX-Other: 1'], /A --header is/],
      [[URL_OF_UPLOADS, '--every'], /--every/],
    ] as const) {
      assert.throws(
        () => settingsOf(args),
        (error) =>
          error instanceof WrongUse && reason.test(error.message) && !/secret/.test(error.message),
      );
    }
  });
});

describe('what check-upload prints', () => {
  it('has no value of a header, nor the query of the address, although the server repeats them', () => {
    const settings = settingsOf([
      `${URL_OF_UPLOADS}?signature=sig%20nature`,
      ...['--header', 'Authorization: Bearer t0ken', '--header', 'Cookie: session=s3ssion; a=1'],
    ]);
    const text = 'Not for Bearer t0ken or s3ssion, and sig nature or sig%20nature.';
    const {text: hidden} = printable(settings)({point: 'stored', result: 'ok', text});
    assert.equal(hidden, 'Not for … or …, and … or ….');
  });

  it('has no control characters of the server, and not all of a long text', () => {
    const text = `\u001b[31mred\r\n\u009b2J${'long '.repeat(1_000)}`;
    const shown = printable(settingsOf([URL_OF_UPLOADS]))({point: 'stored', result: 'ok', text});
    assert.match(shown.text, /^\[U\+001B\]\[31mred \[U\+009B\]2Jlong long .*…$/);
    assert.ok(shown.text.length < 1_100);
  });

  it('is not wider than a terminal, and says of a fault what to do', () => {
    const words = (count: number): string => Array(count).fill('words').join(' ');
    const fault: Finding = {
      point: 'retry-after',
      result: 'fault',
      text: words(50),
      effect: words(30),
      remedy: words(20),
    };
    const printed = lines(fault).trimEnd().split('\n');
    assert.ok(printed.every((line) => line.length <= 100));
    assert.equal(printed.join(' ').match(/words/g)?.length, 100);
    assert.match(printed.join('\n'), /^fault +retry-after +words[^]+\n +people +w[^]+\n +to do +w/);
  });

  it('is explained: each point in the manual, and each option in the help', () => {
    const manual = readFileSync('docs/delivery.md', 'utf8');
    const [, checklist = ''] = /\n### A checklist[^\n]*\n([^]+?)\n## /.exec(manual) ?? [];
    const told = [...checklist.matchAll(/^\| `([\w-]+)` /gm)].map(([, point]) => point);
    assert.deepEqual(new Set(told), new Set([...httpPoints, ...tusPoints]));
    const source = readFileSync('src/scripts/check-upload/settings.ts', 'utf8');
    const options = [...source.matchAll(/^ {2}'?([\w-]+)'?: \{type/gm)].map(([, name]) => name);
    assert.equal(options.length, 8);
    for (const option of options) assert.match(HELP, new RegExp(`--${option}\\b`));
  });
});
