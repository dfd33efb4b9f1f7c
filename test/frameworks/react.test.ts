import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, describe, it} from 'node:test';
import {createElement} from 'react';
import {renderToString} from 'react-dom/server';
import {
  CaptureAudio,
  CaptureImage,
  ProtectionProvider,
  SealInspector,
} from '../../src/frameworks/react.js';
import {bundlers} from '../project/bundlers.js';
import {variants} from '../variants.js';

const root = resolve(import.meta.dirname, '../..');
const {exports} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, {default: string}>;
};
const entry = resolve(root, exports['./react']!.default);

describe('sealed-capture/react', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-react-'));
  after(() => rmSync(folder, {recursive: true, force: true}));

  it('renders the empty elements on a server', () => {
    const page = createElement(
      ProtectionProvider,
      {apiKey: 'key', tags: {case: '4711'}, onProtected: () => undefined},
      createElement(CaptureImage, {facing: 'user', className: 'wide', id: 'camera'}),
      createElement(CaptureAudio, {maxDuration: 60}),
      createElement(SealInspector, {verify: 'local', onInspected: () => undefined}),
    );
    assert.equal(
      renderToString(page),
      '<protection-provider><capture-image class="wide" id="camera"></capture-image>' +
        '<capture-audio></capture-audio><seal-inspector></seal-inspector></protection-provider>',
    );
  });

  it('is marked as client code', () => {
    assert.match(readFileSync(entry, 'utf8'), /^['"]use client['"];\n/);
  });

  for (const [name, bundle] of variants(Object.entries(bundlers))) {
    it(`adds only the elements that it uses to a page, built by ${name}`, async () => {
      const page = join(folder, `${name}.js`);
      const module = JSON.stringify(entry);
      writeFileSync(page, `import {CaptureImage} from ${module}; globalThis.used = CaptureImage;`);
      const built = [...(await bundle(page)).values()].join('');
      const has = (tag: string) =>
        new RegExp(`defineElement\\w*\\(["'\`]${tag}|["'\`]${tag}["'\`],`);
      assert.match(built, has('capture-image'));
      for (const tag of ['capture-audio', 'seal-inspector', 'protection-provider']) {
        assert.doesNotMatch(built, has(tag));
      }
    });
  }
});
