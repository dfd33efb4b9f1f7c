import {expect} from '@open-wc/testing';
import {none, untrusted, valid} from './answers.js';
import {treeShowing, type TreeHost} from './tree-fixture.js';
import {change, drawn, textOf} from '../kit.js';

describe('the search in the tree of sealed data', () => {
  let host: TreeHost;
  beforeEach(async () => void (host = await treeShowing(valid)));

  const labels = () => host.items.map((item) => textOf(item.querySelector(':scope > .label')));
  const marks = () => host.all('mark').map(textOf);

  it('finds labels in any case, marks them, and shows their number', async () => {
    await host.search('LATI');
    expect(labels()).to.eql(['Where', 'Latitude']);
    expect(marks()).to.eql(['Lati']);
    expect(host.status).to.equal('1 found.');
  });

  it('finds formatted values with their units', async () => {
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

  it('finds names of fields if raw values are shown, and only then', async () => {
    await host.search('latLongAccuracy');
    expect(host.status).to.equal('Nothing found.');
    expect(labels()).to.eql([]);
    await drawn(host, host.find('[role="switch"]')?.click());
    expect(host.status).to.equal('1 found.');
    expect(marks()).to.eql(['latLongAccuracy']);
  });

  it('opens what contains a match, and shows a whole section if its name matches', async () => {
    expect(labels()).to.not.contain('Technologies');
    await host.search('NR');
    expect(labels()).to.eql(['Network', 'Mobile network', 'Technologies', '2']);
    await host.search('camera');
    expect(labels()).to.include.members(['Camera', 'Aperture', 'Flash']);
    expect(labels()).to.not.contain('Latitude');
  });

  it('updates aria-posinset and aria-setsize of the remaining rows', async () => {
    await host.search('latitude');
    const where = host.item('Where');
    expect(where.getAttribute('aria-setsize')).to.equal('1');
    const latitude = host.item('Latitude');
    expect(latitude.getAttribute('aria-setsize')).to.equal('1');
    expect(latitude.getAttribute('aria-posinset')).to.equal('1');
  });

  it('treats special characters literally, and markup as text', async () => {
    const tags = {'a.b(c': '<img src=x onerror=alert(1)>', plain: 'axbc'};
    await change(host, {answer: {...valid, tags}});
    await host.search('a.b(');
    expect(labels()).to.eql(['Tags', 'a.b(c']);
    for (const sign of ['[', '\\', '*', '?', '^$', '{1}', '-', '/', '<img src']) {
      await host.search(sign);
      expect(host.status).to.match(/found\.$/);
    }
    expect(marks()).to.eql(['<img src']);
    expect(host.find('img')).to.be.null;
  });

  it('finds text in the hidden part of a long value, and shows it', async () => {
    await change(host, {answer: {...valid, tags: {note: `${'word '.repeat(100)}needle`}}});
    await host.search('needle');
    expect(marks()).to.eql(['needle']);
  });

  it('is cleared with Escape, in the field and in the tree, without closing a dialog around it', async () => {
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

  it('moves the focus to the first match with Enter', async () => {
    const input = host.find('input') as HTMLInputElement;
    input.focus();
    await host.search('longitude');
    await host.press('Enter');
    expect(host.focused).to.equal('Longitude');
  });

  it('keeps the focus on its row when rows before it disappear and return', async () => {
    host.item('Pitch').focus();
    await host.search('pitch');
    expect(host.focused).to.equal('Pitch');
    await host.search('');
    expect(host.focused).to.equal('Pitch');
  });
});

describe('another answer in the tree', () => {
  let host: TreeHost;
  beforeEach(async () => void (host = await treeShowing(valid)));

  const show = (answer: object) => change(host, {answer: {...answer}});

  it('is searched for the same text, and the number of matches is announced', async () => {
    await host.search('2026-1187');
    expect(host.status).to.equal('1 found.');
    await show({...valid, tags: {case: '2026-1188'}});
    expect((host.find('input') as HTMLInputElement).value).to.equal('2026-1187');
    expect(host.status).to.equal('Nothing found.');
    expect(host.items).to.have.length(0);
    await show({...valid, tags: {file: '2026-1187', other: '2026-1187'}});
    expect(host.status).to.equal('2 found.');
  });

  it('keeps what was opened, closed and shown raw, and the row in the tab order', async () => {
    host.item('Magnetic field').querySelector<HTMLElement>('.label')?.click();
    await drawn(host, host.item('Camera').querySelector<HTMLElement>('.label')?.click());
    host.item('Latitude').focus();
    await host.press('Enter');
    for (const other of [untrusted, none, {...valid, gps: {latitude: 1.25, longitude: 2}}])
      await show(other);
    expect(host.item('Magnetic field').ariaExpanded).to.equal('true');
    expect(host.item('Mobile network').ariaExpanded).to.equal('false');
    expect(host.item('Camera').ariaExpanded).to.equal('false');
    expect(host.value('Latitude')).to.equal('gps.latitude 1.25');
    expect(host.value('Longitude')).to.equal('2° E');
  });

  it('keeps the tab stop on a row that exists in both answers', async () => {
    host.item('Latitude').focus();
    await show(untrusted);
    expect(host.item('Latitude').tabIndex).to.equal(0);
    await show({...valid, gps: undefined});
    expect(host.items[0]?.tabIndex).to.equal(0);
  });

  it('keeps all values raw', async () => {
    host.find('[role="switch"]')?.click();
    await show(untrusted);
    expect(host.find('[role="switch"]')?.ariaChecked).to.equal('true');
    expect(host.value('Latitude')).to.equal('gps.latitude 48.137154321');
  });
});
