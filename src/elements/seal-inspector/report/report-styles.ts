/** Styles of the report, which has a white background whatever the page looks like. */
export const reportStyles = `
@page { margin: 16mm; }
* { box-sizing: border-box; }
html { color-scheme: light; background: #fff; }
body {
  max-width: 180mm;
  margin: 0 auto;
  padding: 6mm;
  color: #14171c;
  font: 10.5pt/1.45 system-ui, sans-serif;
  overflow-wrap: anywhere;
  print-color-adjust: exact;
  -webkit-print-color-adjust: exact;
}
h1, h2, h3, h4, p, dl, dd, ul, ol, figure { margin: 0; padding: 0; }
h1 { font-size: 18pt; }
h2 { font-size: 14pt; line-height: 1.25; color: var(--state); }
h3 { font-size: 12pt; break-after: avoid; }
h4 { font-size: 10.5pt; break-after: avoid; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4mm; }
section, figure { margin-top: 7mm; }
ul, ol { list-style: none; }
dt, figcaption, .quiet, footer { color: #565d69; font-size: 9pt; font-weight: 400; }
code { font: 8.5pt/1.4 ui-monospace, monospace; }
svg.icon { flex: none; width: 16px; height: 16px; }
.verdict {
  --state: #565d69;
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 4mm;
  margin-top: 5mm;
  padding: 4mm;
  border: 1px solid #dfe3e8;
  border-inline-start: 4px solid var(--state);
  break-inside: avoid;
}
.verdict > .icon { width: 48px; height: 48px; color: var(--state); }
.verdict p { margin-top: 1.5mm; }
.of-sandbox { display: flex; gap: 2mm; align-items: center; width: fit-content; padding: 1mm 3mm; border: 1px solid #8a5a00; border-radius: 4mm; color: #8a5a00; font-weight: 600; }
.to-do b { display: block; }
.valid { --state: #0f7a4d; }
.interim, .untrusted { --state: #8a5a00; }
.invalid { --state: #c02626; }
.notice { display: flex; gap: 2mm; margin-top: 2mm; }
figure { break-inside: avoid; }
img, canvas { display: block; max-width: 100%; max-height: 80mm; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(70mm, 1fr)); gap: 3mm 8mm; }
h3 + .cards, h3 + ul, h3 + ol { margin-top: 2.5mm; }
.card { break-inside: avoid; border-top: 1px solid #dfe3e8; padding-top: 2mm; }
summary { list-style: none; font-weight: 600; }
summary::-webkit-details-marker { display: none; }
.paper li + li { margin-top: 2.5mm; }
.steps > li { margin-top: 1mm; }
ol.cards { grid-template-columns: 1fr; }
.row { display: grid; grid-template-columns: 40mm 1fr; gap: 3mm; padding-block: 0.5mm; }
.line { display: flex; gap: 2mm; align-items: center; font-weight: 600; list-style: none; }
.line::-webkit-details-marker { display: none; }
.question { flex: 1; }
.area { padding-block: 1.5mm; border-top: 1px solid #dfe3e8; break-inside: avoid; }
.area > p, .checks, .steps { padding-inline-start: 6mm; }
.area.failed > details > .line { color: #c02626; }
.checks code { margin-inline-start: 1mm; }
.claims { padding: 4mm; border: 1px dashed #565d69; }
.row details > summary { display: none; }
footer { margin-top: 8mm; padding-top: 2mm; border-top: 1px solid #dfe3e8; }
@media (max-width: 600px) { .row { grid-template-columns: 1fr; gap: 0; } }
@media print { body { max-width: none; padding: 0; } }
`;
