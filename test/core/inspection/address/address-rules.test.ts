import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  AddressError,
  addressOf,
  isAddress,
  isPage,
  nameOfAnswer,
  shownAddress,
  typeOfAnswer,
} from '../../../../src/core/inspection/address/address-rules.js';
import {fileAt} from '../../../../src/core/inspection/address/file-at.js';
import {isPlatformHost} from '../../../../src/core/inspection/address/platform-hosts.js';
import {isNamedByPlatform} from '../../../../src/core/inspection/address/platform-names.js';
import type {FetchedFile} from '../../../../src/ports/inspection/fetch-file.js';

const example = new URL('https://example.org/files/a.jpg');

describe('the address of a file', () => {
  it('is one of http, https, blob, or data with a media type', () => {
    const accepted = [
      'https://example.org/a.jpg',
      ' http://example.org/a ',
      'blob:https://example.org/1',
      'data:image/jpeg;base64,/9j/',
      'data:image/svg+xml,%3Csvg/%3E',
    ];
    for (const given of accepted) assert.ok(addressOf(given), given);
    const refused = [
      '',
      'a.jpg',
      'ftp://example.org/a.jpg',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:,x',
      'data:;base64,x',
      'https://user:secret@example.org/a.jpg',
      'https://',
    ];
    const isWrong = (thrown: unknown) =>
      thrown instanceof AddressError && thrown.problem === 'wrong';
    for (const given of refused) assert.throws(() => addressOf(given), isWrong, given);
  });

  it('may be relative to the page, and loses its fragment', () => {
    assert.equal(addressOf('../b.jpg#x', example.href).href, 'https://example.org/b.jpg');
  });

  it('is recognized among pasted texts', () => {
    assert.ok(isAddress('\thttps://example.org/a.jpg\n'));
    assert.ok(isAddress('data:image/png;base64,AAAA'));
    for (const text of [
      '',
      'a b',
      'example.org/a.jpg',
      'https://a.example https://b.example',
      'https:',
    ])
      assert.equal(isAddress(text), false, text);
  });

  it('is shown without its query, and shortened', () => {
    assert.equal(
      shownAddress(new URL('https://example.org/a.jpg?key=secret')),
      example.origin + '/a.jpg',
    );
    assert.equal(shownAddress(new URL(`data:image/png;base64,${'A'.repeat(200)}`)).length, 121);
  });

  it('is in no message of an error', () => {
    assert.doesNotMatch(new AddressError('closed').message, /example/);
  });
});

describe('what a site answers', () => {
  it('names the file by Content-Disposition, or by the path', () => {
    const named = (disposition: string | null, address = example) =>
      nameOfAnswer(address, disposition);
    assert.equal(named(null), 'a.jpg');
    assert.equal(named('inline'), 'a.jpg');
    assert.equal(named('attachment; filename="b \\"c\\".jpg"'), 'b "c".jpg');
    assert.equal(named('attachment; filename=b.jpg; size=1'), 'b.jpg');
    assert.equal(named("attachment; filename=b.jpg; filename*=UTF-8''%C3%A4.jpg"), 'ä.jpg');
    assert.equal(named('attachment; filename="../../x.jpg"'), 'x.jpg');
    assert.equal(named(null, new URL('https://example.org/%E4/')), '');
    assert.equal(named(null, new URL('https://example.org/%E4')), '%E4');
    assert.equal(named(null, new URL('data:image/png;base64,AA/BB')), '');
    assert.equal(named(null, new URL('blob:https://example.org/0-1')), '');
  });

  it('is a page by its type or, without one, by its first bytes', () => {
    const of = (type: string, start = '', name = 'x') =>
      isPage(typeOfAnswer(type), name, new TextEncoder().encode(start));
    assert.ok(of('text/html; charset=utf-8'));
    assert.ok(of('Application/JSON'));
    assert.ok(of('application/octet-stream', '\r\n<!DOCTYPE html>'));
    assert.ok(of('text/html', '', 'a.jpg'), 'a page about the picture');
    assert.equal(of('image/svg+xml', '<svg>'), false);
    assert.equal(of('image/jpeg', '<html>'), false, 'the inspector says what it is');
    assert.equal(of('application/octet-stream', 'ÿØÿ'), false);
    assert.equal(of('', '<html>', 'a.jpg'), false);
    assert.equal(of('application/pdf'), false);
  });
});

describe('fetching a file', () => {
  const {signal} = new AbortController();
  const by = (answer: Partial<FetchedFile> & {type?: string}) => () =>
    Promise.resolve({
      status: 200,
      headers: new Headers({'Content-Type': answer.type ?? 'image/jpeg'}),
      body: new Blob(['x']),
      ...answer,
    });
  const problemOf = (fetching: Parameters<typeof fileAt>[3]) =>
    fileAt(example, signal, () => undefined, fetching).then(
      () => undefined,
      (thrown: unknown) => (thrown instanceof AddressError ? thrown.problem : thrown),
    );
  const failing = (thrown: Error) => () => Promise.reject(thrown);

  it('gives a file with name and type', async () => {
    const file = await fileAt(example, signal, () => undefined, by({type: 'image/png;x=1'}));
    assert.deepEqual([file.name, file.type, file.size], ['a.jpg', 'image/png', 1]);
  });

  it('says why there is none', async () => {
    assert.equal(await problemOf(by({status: 404})), 'gone');
    assert.equal(await problemOf(by({status: 410})), 'gone');
    assert.equal(await problemOf(by({status: 401})), 'refused');
    assert.equal(await problemOf(by({status: 403})), 'refused');
    assert.equal(await problemOf(by({status: 500})), 'failing');
    assert.equal(await problemOf(by({status: 418})), 'failing');
    assert.equal(await problemOf(by({type: 'text/html'})), 'page');
    const coded = (code: ConstructorParameters<typeof SealedCaptureError>[0]) =>
      problemOf(failing(new SealedCaptureError(code, '')));
    assert.equal(await coded('too_large'), 'large');
    assert.equal(await coded('timeout'), 'late');
    assert.equal(await coded('network_failed'), 'closed');
  });

  it('passes on that it was aborted', async () => {
    const giving = new AbortController();
    giving.abort();
    const aborted = new SealedCaptureError('aborted', '');
    await assert.rejects(
      fileAt(example, giving.signal, () => undefined, failing(aborted)),
      aborted,
    );
  });
});

describe('names that messengers and platforms give', () => {
  it('are known', () => {
    const names = [
      'IMG-20260101-WA0001.jpg',
      'VID-20260101-WA0012.mp4',
      'WhatsApp Image 2026-01-01 at 10.06.47.jpeg',
      'WhatsApp Image 2026-01-01 at 10.06.47 AM (1).jpeg',
      'photo_2026-01-01_10-06-47.jpg',
      'photo_2026-01-01_10-06-47 (2).jpg',
      'FB_IMG_1560785471157.jpg',
      'received_1234567890123.jpeg',
      'signal-2026-01-01-100647.jpeg',
      'signal-2026-01-01-10-06-47-123.jpg',
      'signal-attachment-2026-01-01-100647.jpeg',
      'mmexport1554196894459.jpg',
      'KakaoTalk_Photo_2026-01-01-10-06-47.jpeg',
    ];
    for (const name of names) assert.ok(isNamedByPlatform(name), name);
  });

  it('are none that cameras and people give', () => {
    const names = [
      'IMG_20260101_100647.jpg',
      'IMG_0001.JPG',
      'photo_1.jpg',
      'photo.jpg',
      'signal-box.jpg',
      'received.pdf',
      '',
    ];
    for (const name of names) assert.equal(isNamedByPlatform(name), false, name);
  });
});

describe('hosts of messengers and platforms', () => {
  it('are known with all hosts below them, and no others', () => {
    for (const host of ['x.com', 'pbs.twimg.com', 'scontent.xx.fbcdn.net'])
      assert.ok(isPlatformHost(host), host);
    for (const host of ['example.org', 'nottwimg.com', 'twimg.com.example.org', ''])
      assert.equal(isPlatformHost(host), false, host);
  });
});
