import {expect} from '@open-wc/testing';
import {fileTable} from '../../../src/elements/seal-inspector/intake/file-csv.js';
import {SetsView} from '../../../src/elements/seal-inspector/sets/sets-view.js';
import {viewFor} from '../../../src/elements/metadata/view.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {fileFacts} from '../../../src/lang/compiled/en/file-facts.js';
import {result} from '../../../src/lang/compiled/en/result.js';
import {sealInspector} from '../../../src/lang/compiled/en/seal-inspector.js';
import {verdict} from '../../../src/lang/compiled/en/verdict.js';
import {textOf, waitUntil} from '../kit.js';
import {valid} from './answers.js';
import {checked, OpenCase} from './case-fixture.js';
import {closedJob, type InspectedFile} from './sets-fixture.js';

const all = (page: ParentNode, selector: string) => [...page.querySelectorAll(selector)];

const filesOf = (given: readonly InspectedFile[]) =>
  given.map(({file, result}) => checked(file, {...valid, ...result, checks: valid.checks}));

/** The report of a case with a set from which the third photo is missing. */
async function caseOfSet() {
  const files = filesOf(closedJob().filter(({file}) => file !== 'c3.jpg'));
  const open = await OpenCase.with(files);
  const sets = new SetsView(open.element);
  sets.follow({files, isOpen: false});
  await open.open(files, {sets: () => sets.inCase()});
  return {open, files};
}

describe('a case with a set', () => {
  it('has the verdict on the set in its report, and in the record that a person signs', async () => {
    const {open} = await caseOfSet();
    await open.tick('c1.jpg');
    const page = await open.print();
    const [section] = all(page, 'section.sets');
    const text = textOf(section);
    expect(text).to.match(/^Sets The verdict is about all 8 files that were checked together/);
    expect(text).to.contain(
      'claim 4711 Not complete 7 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, 1 missing',
    );
    expect(text).to.contain('Missing: number 3, “BACK”.');
    expect(text).to.contain('Skipped, the device says PAPERS · Cannot be reached');
    expect(text).to.contain('c1.jpg');
    expect(all(section!, 'button')).to.eql([]);
    const record = textOf(all(page, '.record')[0]);
    expect(record).to.contain(
      'Sets claim 4711: Not complete. 7 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, 1 missing.',
    );
  });

  it('has the verdict in its evidence, for programs', async () => {
    const {open} = await caseOfSet();
    await open.press('Download evidence');
    await waitUntil(() => open.element.cover, 'it is packed');
    const text = open.element.cover?.texts.find(({name}) => name === 'sets.json')?.text;
    const report = JSON.parse(text ?? '') as {sets: {state: string; found: number}[]};
    expect(report.sets[0]).to.deep.include({state: 'incomplete', found: 7});
  });

  it('says nothing of sets where no file is part of one', async () => {
    const files = [checked('gate.jpg', valid)];
    const open = await OpenCase.with(files);
    const sets = new SetsView(open.element);
    sets.follow({files, isOpen: false});
    await open.open(files, {sets: () => sets.inCase()});
    const page = await open.print();
    expect(all(page, '.sets')).to.eql([]);
    await open.press('Download evidence');
    await waitUntil(() => open.element.cover, 'it is packed');
    expect(open.element.cover?.texts.map(({name}) => name)).not.to.include('sets.json');
  });

  it('has number and job in the last columns of a table, which without a set is as before', async () => {
    const host = document.createElement('case-holder') as OpenCase['element'];
    host.lang = 'en';
    const localize = new Localize(host, {...fileFacts, ...result, ...verdict, ...sealInspector});
    const view = viewFor(localize, String);
    const tableOf = async (files: Parameters<typeof fileTable>[0]) =>
      (await (await fileTable(files, view, new AbortController().signal)).text()).split('\r\n');
    const set = await tableOf([...filesOf(closedJob().slice(0, 1)), checked('gate.jpg', valid)]);
    expect(set[0]).to.match(/,"SHA-256","Number in its set","Job","Taken or chosen"$/);
    expect(set[1]).to.match(/,"1","claim 4711",""$/);
    expect(set[2]).to.match(/,"","",""$/);
    expect((await tableOf([checked('gate.jpg', valid)]))[0]).to.match(/,"SHA-256"$/);
  });
});
