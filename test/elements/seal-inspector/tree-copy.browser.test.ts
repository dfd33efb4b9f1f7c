import {expect} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import {valid} from './answers.js';
import {treeShowing, type TreeHost} from './tree-fixture.js';
import {change, drawn, textOf} from '../kit.js';

describe('copying from the tree of sealed data', () => {
  let host: TreeHost;
  beforeEach(async () => void (host = await treeShowing(valid)));

  const copyButton = () => host.find('button[name="copyValue"]');

  for (const held of ['ctrlKey', 'metaKey'] as const) {
    it(`copies the value of the row with ${held} and C, and announces it`, async () => {
      host.item('Latitude').focus();
      await drawn(host, host.press('c', {[held]: true}));
      expect(host.copied).to.eql(['48.13715° N']);
      expect(host.status).to.equal('Copied.');
      expect(copyButton()?.ariaLabel).to.equal('Copied.');
    });
  }

  it('copies the raw value if that is shown, and all values of a section', async () => {
    host.item('Latitude').focus();
    await host.press('Enter');
    await host.press('c', {ctrlKey: true});
    host.item('Network').focus();
    await host.press('c', {ctrlKey: true});
    expect(host.copied).to.eql(['48.137154321', 'Wi-Fi: Not connected\nMobile network: LTE, NR']);
  });

  it('copies the whole of a value that is shown in part', async () => {
    const long = 'y'.repeat(1000);
    await change(host, {answer: {...valid, tags: {long}}});
    host.item('long').focus();
    await host.press('c', {ctrlKey: true});
    expect(host.copied).to.eql([long]);
  });

  it('has a button in the row under the pointer or with the focus, and in no other', async () => {
    expect(copyButton()).to.be.null;
    host.item('Roll').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
    expect(copyButton()?.closest('.row')).to.equal(host.item('Roll'));
    host.item('Pitch').focus();
    expect(copyButton()?.closest('.row')).to.equal(host.item('Pitch'));
    expect(host.all('button[name="copyValue"]')).to.have.length(1);
    expect(getComputedStyle(copyButton()?.parentElement as Element).display).to.equal('flex');
    await drawn(host, copyButton()?.click());
    expect(host.copied).to.eql(['−88.2°']);
    await drawn(host, host.find('button[name="rawValue"]')?.click());
    expect(host.value('Pitch')).to.equal('orientation.pitch -88.2');
  });

  it('has a button for touch, which does not need the focus', async () => {
    const row = host.item('Roll');
    row.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'touch'}));
    row.querySelector<HTMLElement>('.value')?.click();
    expect(host.focused).to.equal('Roll');
    expect(copyButton()?.checkVisibility()).to.be.true;
    await drawn(host, copyButton()?.click());
    expect(host.copied).to.eql(['1.2°']);
    expect(host.focused).to.equal('Roll');
  });

  it('keeps its buttons out of the accessible name of their row, and accessible to screen readers', async () => {
    const nameOf = (row: Element) =>
      (row.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => textOf(host.find(`#${id}`)))
        .join(' ');
    host.item('Latitude').focus();
    expect(copyButton()?.closest('[aria-hidden="true"]')).to.be.null;
    expect(nameOf(host.item('Latitude'))).to.equal('Latitude 48.13715° N');
    await host.press('Enter');
    expect(nameOf(host.item('Latitude'))).to.equal('Latitude gps.latitude 48.137154321');
    host.item('Longitude').focus();
    expect(host.item('Latitude').hasAttribute('aria-labelledby')).to.be.false;
    await host.search('roll');
    await host.search('');
    for (const row of host.all('.row[aria-labelledby]'))
      expect(nameOf(row)).to.contain(textOf(row.querySelector('.label')));
    await expect(host).to.be.accessible();
  });

  it('can be reached from its row with Tab, and left with an arrow key', async () => {
    host.item('Latitude').focus();
    // The pointer has moved the buttons to another row.
    host.item('Roll').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
    await sendKeys({press: 'Tab'});
    await sendKeys({press: 'Tab'});
    const focused = host.shadowRoot?.activeElement;
    expect(focused?.getAttribute('name')).to.equal('copyValue');
    expect(textOf(focused?.closest('.row')?.querySelector('.label'))).to.equal('Latitude');
    // The buttons stay in the row that was reached with Tab.
    host.item('Roll').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
    await drawn(host, sendKeys({press: 'Enter'}));
    expect(host.copied).to.eql(['48.13715° N']);
    await sendKeys({press: 'ArrowLeft'});
    expect(host.focused).to.equal('Latitude');
  });

  it('shows a message if the browser refuses', async () => {
    host.refusal = new DOMException('no', 'NotAllowedError');
    host.item('Latitude').focus();
    await drawn(host, host.press('c', {ctrlKey: true}));
    expect(host.status).to.equal('Your browser does not allow it. Select the text instead.');
    expect(copyButton()?.ariaLabel).to.equal('Copy the value');
  });

  it('lets the browser copy a text selection', async () => {
    const selection = document.getSelection();
    const text = document.createElement('p');
    text.textContent = 'selected';
    document.body.append(text);
    host.item('Latitude').focus();
    // After the focus, which clears the selection in some browsers.
    selection?.selectAllChildren(text);
    await host.press('c', {ctrlKey: true});
    expect(host.copied).to.eql([]);
    selection?.removeAllRanges();
    text.remove();
  });
});
