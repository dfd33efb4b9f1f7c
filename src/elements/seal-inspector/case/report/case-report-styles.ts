/** Styles of the report of a case: black on white, without a size of paper, so that the person who prints chooses it. */
export const caseReportStyles = `
@page { margin: 14mm; }
* { box-sizing: border-box; }
html { color-scheme: light; background: #fff; }
body {
  max-width: 190mm;
  margin: 0 auto;
  padding: 6mm;
  color: #000;
  font: 10pt/1.4 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, h3, p, dl, dd, ul, ol { margin: 0; padding: 0; }
h1 { font-size: 18pt; line-height: 1.2; }
h2 { font-size: 13pt; line-height: 1.25; }
h3 { margin-top: 3mm; font-size: 10.5pt; }
h1, h2, h3 { break-after: avoid; }
p { margin-top: 1.5mm; orphans: 3; widows: 3; }
section { margin-top: 8mm; }
ul, ol { list-style: none; }
dt, th, .quiet, footer { color: #444; font-size: 8.5pt; font-weight: 400; }
code { direction: ltr; unicode-bidi: isolate; font: 8.5pt/1.4 ui-monospace, monospace; }
bdi { unicode-bidi: isolate; }
.note { white-space: pre-wrap; }
svg.icon { flex: none; width: 18px; height: 18px; }
.facts { margin-top: 2mm; }
.row { display: grid; grid-template-columns: 42mm minmax(0, 1fr); gap: 3mm; padding-block: 0.7mm; break-inside: avoid; }
.row { align-items: baseline; }
.row dd p { margin-top: 0; }
.cards { columns: 2; column-gap: 6mm; }
.cards > * { break-inside: avoid; }
.cards h3 { margin-top: 0; padding-top: 3mm; }
.cards .row { grid-template-columns: 34mm minmax(0, 1fr); padding-block: 0.3mm; }
.cards .facts { margin-top: 1mm; }
.notice { display: flex; gap: 2mm; }
table { width: 100%; margin-top: 2mm; border-collapse: collapse; table-layout: fixed; }
thead { display: table-header-group; }
th { text-align: start; vertical-align: bottom; font-weight: 600; border-bottom: 1.5px solid #000; }
th, td { padding-block: 1mm; padding-inline: 0 1.5mm; }
td { vertical-align: top; font-size: 9pt; line-height: 1.3; hyphens: auto; }
tbody { break-inside: avoid; }
tr { break-inside: avoid; }
tr.hash td { padding-bottom: 1.5mm; border-bottom: 1px solid #999; }
.position { width: 5%; }
.picture { width: 10%; }
.name { width: 17%; }
.verdict { width: 19%; }
.reason { width: 21%; }
.signer { width: 15%; }
.time { width: 13%; }
img, canvas { display: block; max-width: 100%; max-height: 16mm; }
.state { display: flex; gap: 1.5mm; align-items: center; }
.state b { min-width: 0; }
.of-sandbox, .artificial { display: flex; gap: 2mm; align-items: center; font-weight: 600; }
.of-sandbox { width: fit-content; padding: 1mm 3mm; border: 1.5px solid #000; border-radius: 4mm; }
.file { padding-top: 3mm; border-top: 1.5px solid #000; break-inside: avoid; }
.findings li, .remarks li, .unchecked li { margin-top: 1mm; }
.findings b { margin-inline-end: 1mm; }
h4 { margin: 2mm 0 0; font-size: 9.5pt; break-after: avoid; }
.sets .set { margin-top: 4mm; }
.sets .state svg { align-self: start; }
.set-remarks li, .set-details li { margin-top: 1mm; }
.set-details caption { margin-top: 2mm; font-weight: 600; text-align: start; }
.set-details td > .quiet { display: block; }
.set-details th:first-child { width: 14%; }
.record { break-before: page; }
.record li + li { margin-top: 0.7mm; }
.prints { margin-top: 2mm; }
.prints h3 { margin-top: 2mm; }
.prints li { display: flex; flex-wrap: wrap; gap: 0 3mm; justify-content: space-between; break-inside: avoid; font-size: 9pt; line-height: 1.25; }
.prints code { font-size: 7.5pt; }
.to-sign { margin-top: 4mm; break-inside: avoid; }
.to-sign .row { align-items: end; min-height: 9mm; }
.line { display: block; height: 6mm; border-bottom: 1px solid #000; }
.record > .quiet { margin-top: 5mm; }
footer { margin-top: 6mm; padding-top: 2mm; border-top: 1px solid #999; }
@media screen {
  .table { overflow-x: auto; }
  table { min-width: 150mm; }
  .record { padding-top: 8mm; border-top: 1.5px dashed #000; }
}
@media screen and (max-width: 600px) { .row, .cards .row { grid-template-columns: 1fr; gap: 0; } .cards { columns: 1; } }
@media print { body { max-width: none; padding: 0; } }
`;
