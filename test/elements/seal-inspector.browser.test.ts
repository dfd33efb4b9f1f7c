import {expect} from '@open-wc/testing';
import {valid} from './seal-inspector-answers.js';
import {inspectorShowing, part, valueOf} from './seal-inspector-fixture.js';

describe('<seal-inspector> papers', () => {
  it('shows the certificate, the file and the answer as it came', async () => {
    const element = await inspectorShowing(valid);
    expect(valueOf(element, 'Issued to')).to.equal('Harbour Claims Ltd');
    expect(valueOf(element, 'Issued by')).to.equal('Example Issuing CA');
    expect(valueOf(element, 'Valid until')).to.match(/2026|2027/);
    expect(valueOf(element, 'Size')).to.equal('4 B');
    const json = part(element, 'json')?.querySelector('pre');
    expect(JSON.parse(json?.textContent ?? '')).to.eql(valid);
  });
});
