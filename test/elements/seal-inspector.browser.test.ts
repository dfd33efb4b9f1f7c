import {expect, waitUntil} from '@open-wc/testing';
import {invalid, none, untrusted, valid} from './seal-inspector/answers.js';
import {
  FakeClient,
  fileNamed,
  inspectorShowing,
  inspectorWith,
  part,
  valueOf,
} from './seal-inspector/fixture.js';
import {drawn} from './kit.js';

describe('<seal-inspector> technical details', () => {
  it('show the certificate, the file and the unchanged answer', async () => {
    const element = await inspectorShowing(valid);
    expect(valueOf(element, 'Issued to')).to.equal('Harbour Claims Ltd');
    expect(valueOf(element, 'Issued by')).to.equal('Example Issuing CA');
    expect(valueOf(element, 'Valid until')).to.match(/2026|2027/);
    expect(valueOf(element, 'Size')).to.equal('13 bytes');
    const json = part(element, 'json') as HTMLDetailsElement;
    const textIn = () => json.querySelector('pre')?.textContent ?? '';
    expect(textIn()).to.equal('');
    json.open = true;
    await waitUntil(() => textIn() !== '');
    expect(JSON.parse(textIn())).to.eql(valid);
  });

  it('show no answer about another file', async () => {
    const answers = [valid, untrusted, invalid];
    const element = await inspectorWith(
      new FakeClient(() => Promise.resolve(answers.shift() ?? none)),
    );
    const inspect = (name: string) => drawn(element, element.inspect(fileNamed(name)));
    await inspect('a.jpg');
    await waitUntil(() => part(element, 'json'));
    const json = () => part(element, 'json') as HTMLDetailsElement;
    const textIn = () => json().querySelector('pre')?.textContent ?? '';
    json().open = true;
    await waitUntil(() => textIn() !== '');
    await inspect('b.jpg');
    json().open = true;
    await waitUntil(() => textIn() !== '');
    expect(JSON.parse(textIn())).to.eql(untrusted);
    json().open = false;
    await inspect('c.jpg');
    expect(textIn()).to.equal('');
  });
});
