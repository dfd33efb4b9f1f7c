export {canOpenPdf, openPdf} from '../../../ports/browser/open-pdf.js';
