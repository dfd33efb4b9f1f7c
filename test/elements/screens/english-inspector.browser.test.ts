import {inspectorScreens} from './inspector-screens.js';
import {describeEnglish} from './english.js';

/** Remarks are sentences with buttons in them, whose parts cannot be told from English. */
const {remarks: _, ...screens} = inspectorScreens;

describeEnglish('the inspector', screens);
