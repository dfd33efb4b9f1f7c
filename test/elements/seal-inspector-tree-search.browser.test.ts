import {expect} from '@open-wc/testing';
import {valid} from './seal-inspector-answers.js';
import {textOf} from './seal-inspector-fixture.js';
import {treeShowing, type TreeHost} from './seal-inspector-tree-fixture.js';

describe('searching what was sealed', () => {
  let host: TreeHost;
  beforeEach(async () => {
    host = await treeShowing(valid);
  });

  const labels = () => host.items.map((item) => textOf(item.querySelector(':scope > .label')));
  const marks = () => host.all('mark').map(textOf);

  it('finds labels in whatever case, marks them, and says how many', async () => {
    await host.search('LATI');
    expect(labels()).to.eql(['Where', 'Latitude']);
    expect(marks()).to.eql(['Lati']);
    expect(host.status).to.equal('1 found.');
  });

  it('finds what a value reads, with its unit', async () => {
    await host.search('16');
    expect(labels()).to.eql(['Device', 'System']);
    expect(marks()).to.eql(['16']);
    await host.search('519 ± 12 m');
    expect(labels()).to.eql(['Where', 'Altitude (satellites)']);
  });

  it('finds a raw value, and shows it', async () => {
    await host.search('48.137154321');
    expect(labels()).to.eql(['Where', 'Latitude']);
    expect(host.value('Latitude')).to.equal('gps.latitude 48.137154321');
    expect(marks()).to.eql(['48.137154321']);
    await host.search('');
    expect(host.value('Latitude')).to.equal('48.13715° N');
  });

  it('finds names of fields where raw values are shown, and only there', async () => {
    await host.search('latLongAccuracy');
    expect(host.status).to.equal('Nothing found.');
    expect(labels()).to.eql([]);
    host.find('[role="switch"]')?.click();
    await host.updateComplete;
    expect(host.status).to.equal('1 found.');
    expect(marks()).to.eql(['latLongAccuracy']);
  });

  it('opens what holds a match, and shows all that belongs to a section of that name', async () => {
    expect(labels()).to.not.contain('technologies');
    await host.search('NR');
    expect(labels()).to.eql(['Network', 'Mobile network', 'technologies', '2']);
    await host.search('camera');
    expect(labels()).to.include.members(['Camera', 'Aperture', 'Flash']);
    expect(labels()).to.not.contain('Latitude');
  });

  it('counts places and sizes of what is left', async () => {
    await host.search('latitude');
    const where = host.item('Where');
    expect(where.getAttribute('aria-setsize')).to.equal('1');
    const latitude = host.item('Latitude');
    expect(latitude.getAttribute('aria-setsize')).to.equal('1');
    expect(latitude.getAttribute('aria-posinset')).to.equal('1');
  });

  it('takes signs for themselves, and markup for text', async () => {
    const tags = {'a.b(c': '<img src=x onerror=alert(1)>', plain: 'axbc'};
    host.answer = {...valid, tags};
    await host.updateComplete;
    await host.search('a.b(');
    expect(labels()).to.eql(['Tags', 'a.b(c']);
    for (const sign of ['[', '\\', '*', '?', '^$', '{1}', '-', '/', '<img src']) {
      await host.search(sign);
      expect(host.status).to.match(/found\.$/);
    }
    expect(marks()).to.eql(['<img src']);
    expect(host.find('img')).to.be.null;
  });

  it('finds what is past the end of a long value, and shows it', async () => {
    host.answer = {...valid, tags: {note: `${'word '.repeat(100)}needle`}};
    await host.updateComplete;
    await host.search('needle');
    expect(marks()).to.eql(['needle']);
  });

  it('clears with Escape, in the field and in the tree, and lets no dialog around it close', async () => {
    let seen = 0;
    host.addEventListener('keydown', () => seen++);
    const input = host.find('input') as HTMLInputElement;
    input.focus();
    await host.search('latitude');
    await host.press('Escape');
    expect(input.value).to.equal('');
    expect(host.items.length).to.be.above(20);
    expect(host.status).to.equal('');
    expect(seen).to.equal(0);
    await host.press('Escape');
    expect(seen).to.equal(1);
    await host.search('longitude');
    host.item('Longitude').focus();
    await host.press('Escape');
    expect(host.items.length).to.be.above(20);
    expect(host.focused).to.equal('Longitude');
  });

  it('goes to the first match with Enter', async () => {
    const input = host.find('input') as HTMLInputElement;
    input.focus();
    await host.search('longitude');
    await host.press('Enter');
    expect(host.focused).to.equal('Longitude');
  });

  it('keeps the focus on its row when rows before it go away and come back', async () => {
    host.item('Pitch').focus();
    await host.search('pitch');
    expect(host.focused).to.equal('Pitch');
    await host.search('');
    expect(host.focused).to.equal('Pitch');
  });

  it('begins anew with another answer', async () => {
    await host.search('latitude');
    host.answer = {...valid, tags: {a: 'b'}};
    await host.updateComplete;
    expect((host.find('input') as HTMLInputElement).value).to.equal('');
    expect(labels()).to.contain('a');
  });
});

describe('copying from what was sealed', () => {
  let host: TreeHost;
  beforeEach(async () => {
    host = await treeShowing(valid);
  });

  const copyButton = () => host.find('button[name="copyValue"]');

  for (const held of ['ctrlKey', 'metaKey'] as const) {
    it(`copies the value of the row with ${held} and C, and says so`, async () => {
      host.item('Latitude').focus();
      await host.press('c', {[held]: true});
      await host.updateComplete;
      expect(host.copied).to.eql(['48.13715° N']);
      expect(host.status).to.equal('Copied.');
      expect(copyButton()?.ariaLabel).to.equal('Copied.');
    });
  }

  it('copies the raw value where that is shown, and all values of a section', async () => {
    host.item('Latitude').focus();
    await host.press('Enter');
    await host.press('c', {ctrlKey: true});
    host.item('Network').focus();
    await host.press('c', {ctrlKey: true});
    expect(host.copied).to.eql(['48.137154321', 'Wi-Fi: Not connected\nMobile network: LTE, NR']);
  });

  it('copies all of a value that is shown in part', async () => {
    const long = 'y'.repeat(1000);
    host.answer = {...valid, tags: {long}};
    await host.updateComplete;
    host.item('long').focus();
    await host.press('c', {ctrlKey: true});
    expect(host.copied).to.eql([long]);
  });

  it('has a button for it in the row that is pointed at or has the focus, and in no other', async () => {
    expect(copyButton()).to.be.null;
    host.item('Roll').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
    expect(copyButton()?.closest('.row')).to.equal(host.item('Roll'));
    host.item('Pitch').focus();
    expect(copyButton()?.closest('.row')).to.equal(host.item('Pitch'));
    expect(host.all('button[name="copyValue"]')).to.have.length(1);
    expect(getComputedStyle(copyButton()?.parentElement as Element).display).to.equal('flex');
    copyButton()?.click();
    await host.updateComplete;
    expect(host.copied).to.eql(['−88.2°']);
    host.find('button[name="rawValue"]')?.click();
    await host.updateComplete;
    expect(host.value('Pitch')).to.equal('orientation.pitch -88.2');
  });

  it('says that the browser refused', async () => {
    host.refusal = new DOMException('no', 'NotAllowedError');
    host.item('Latitude').focus();
    await host.press('c', {ctrlKey: true});
    await host.updateComplete;
    expect(host.status).to.equal('Your browser does not allow it. Select the text instead.');
    expect(copyButton()?.ariaLabel).to.equal('Copy the value');
  });

  it('leaves what a person has selected to the browser', async () => {
    const selection = document.getSelection();
    const text = document.createElement('p');
    text.textContent = 'selected';
    document.body.append(text);
    host.item('Latitude').focus();
    // After the focus: that clears it in some browsers.
    selection?.selectAllChildren(text);
    await host.press('c', {ctrlKey: true});
    expect(host.copied).to.eql([]);
    selection?.removeAllRanges();
    text.remove();
  });
});
