export {canOpenPdf, openPdf} from '../../../ports/inspection/open-pdf.js';
