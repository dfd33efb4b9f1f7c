import {expect, waitUntil} from '@open-wc/testing';
import {LitElement, html} from 'lit';
import type {FileInspection} from '../../../src/core/inspection/inspections.js';
import {csvOf, fileTable} from '../../../src/elements/seal-inspector/intake/file-csv.js';
import {FileTools} from '../../../src/elements/seal-inspector/intake/file-tools.js';
import {viewFor} from '../../../src/elements/metadata/view.js';
import {copying} from '../../../src/lang/compiled/en/copying.js';
import {result} from '../../../src/lang/compiled/en/result.js';
import {sealInspector} from '../../../src/lang/compiled/en/seal-inspector.js';
import {verdict} from '../../../src/lang/compiled/en/verdict.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {ofVerifier} from '../../../src/elements/strings/of-verifier.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {invalid, ofSandbox, untrusted, valid} from './answers.js';
import {fileNamed} from './fixture.js';
import {all, drawn, textOf} from '../kit.js';

/** Shows the list's button, and stores what it saves. */
class Holder extends LitElement {
  files: readonly FileInspection[] = [];
  readonly saved: {name: string; file: Blob}[] = [];
  readonly view = viewFor(
    new Localize(this, {...result, ...sealInspector, ...verdict, ...copying, ...ofVerifier}),
    String,
  );
  readonly tools = new FileTools(this, (file, name) => void this.saved.push({name, file}));

  protected override render() {
    this.tools.shown(this.files);
    return html`${this.tools.renderSave(this.files, this.view)} ${this.tools.renderSaid(this.view)}`;
  }
}
customElements.define('csv-holder', Holder);

/** Decodes the bytes here, because reading the blob as text would remove the byte order mark. */
const textIn = async (blob: Blob) =>
  new TextDecoder('utf-8', {ignoreBOM: true}).decode(await blob.arrayBuffer());

const done = (file: Blob): FileInspection => ({
  id: 1,
  file,
  progress: {
    name: 'done',
    opinions: {result: valid, service: valid},
    facts: {name: 'waiting'},
    at: 0,
  },
});

describe('the list of files as CSV', () => {
  it('has a line for each file: name, verdict, reason, signer, time stamp and hash', async () => {
    const holder = document.createElement('csv-holder') as Holder;
    holder.files = [
      done(fileNamed('=gate, "north".jpg')),
      {
        id: 2,
        file: fileNamed('late.jpg'),
        progress: {name: 'failed', error: new SealedCaptureError('timeout', 'late')},
      },
    ];
    await drawn(holder, document.body.append(holder));
    all(holder, 'button')[0]?.click();
    await waitUntil(() => holder.saved.length > 0, 'it is saved');
    await holder.updateComplete;
    expect(textOf(all(holder, 'p')[0])).to.equal('The list is saved.');
    const [{name, file} = {name: '', file: new Blob()}] = holder.saved;
    expect([name, file.type]).to.eql(['inspections.csv', 'text/csv;charset=utf-8']);
    const text = await textIn(file);
    // The worst first, as the list.
    const [head, second, first, last] = text.split('\r\n');
    expect(head).to.equal(
      '\ufeff"File","Verdict","Reason","Signed by","Claims to be signed by","Time stamp","SHA-256"',
    );
    expect(first).to.contain(`"'=gate, ""north"".jpg","Intact","${valid.reason}"`);
    expect(first).to.contain(valid.signature?.signedBy).and.to.contain(valid.signature?.timestamp);
    expect(first).to.match(/,"[0-9a-f]{64}"$/);
    expect(second).to.match(
      /^"late.jpg","Could not be checked","The service did not answer in time\. .+","","","","[0-9a-f]{64}"$/,
    );
    expect(last).to.equal('');
    holder.remove();
  });

  it('writes every text of strangers so that it is no formula and nothing is hidden', async () => {
    const [name, signer] = ['Evil;=1+1;\u202e.jpg', 'Eve|@SUM(A1)\n"=1'];
    const signature = {...valid.signature, signedBy: signer};
    const answer = {...valid, reason: 'So;-1', signature};
    const shown = done(fileNamed('a.jpg'));
    const opinions = {result: answer, service: answer};
    const progress = {...shown.progress, opinions} as FileInspection['progress'];
    const {view} = document.createElement('csv-holder') as Holder;
    const files = [{id: 1, file: fileNamed(name), progress}];
    const table = await fileTable(files, view, new AbortController().signal);
    const [, line = ''] = (await textIn(table)).split('\r\n');
    expect(line).to.contain(`"Evil;'=1+1;[U+202E].jpg"`);
    expect(line).to.contain(`"So;'-1"`);
    expect(line).to.contain(`"Eve|'@SUM(A1)[U+000A]""'=1"`);
  });

  it('names a signer as who signed only if the seal is valid, and says of a sandbox that it is no evidence', async () => {
    const {view} = document.createElement('csv-holder') as Holder;
    const lineOf = async (answer: InspectionResult) => {
      const shown = done(fileNamed('a.jpg'));
      const progress = {...shown.progress, opinions: {result: answer, service: answer}};
      const files = [{id: 1, file: shown.file, progress} as FileInspection];
      return (await textIn(await fileTable(files, view, new AbortController().signal))).split(
        '\r\n',
      )[1];
    };
    expect(await lineOf(valid)).to.contain('"Harbour Claims Ltd","","2026-');
    expect(await lineOf(valid)).to.not.contain('andbox');
    expect(await lineOf(invalid)).to.contain('"","Harbour Claims Ltd","');
    expect(await lineOf(untrusted)).to.contain('"","Harbour Claims Ltd","');
    const words = '"Sandbox seal","Sandbox seal: for trying, not evidence. ';
    expect(await lineOf(ofSandbox)).to.contain(words);
    expect(await lineOf(ofSandbox)).to.contain('"","Harbour Claims Ltd","2026-');
    const broken = {...invalid, signature: ofSandbox.signature};
    expect(await lineOf(broken)).to.not.contain('andbox');
  });

  it('is RFC 4180 in UTF-8 with a byte order mark', async () => {
    expect(await textIn(csvOf([['a=1', 'é "x"', ''], ['=1+1']]))).to.equal(
      '\ufeff"a=1","é ""x""",""\r\n"\'=1+1"\r\n',
    );
  });
});
