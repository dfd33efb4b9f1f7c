import {inspectorScreens} from './inspector-screens.js';
import {describeEnglish} from './english.js';

/** Remarks, and what is said of sets, are sentences with other elements in them, whose parts cannot be told from English. */
const {remarks: _, sets: __, setFacts: ___, ...screens} = inspectorScreens;

describeEnglish('the inspector', screens);
