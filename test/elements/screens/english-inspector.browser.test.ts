import {inspectorScreens} from './inspector-screens.js';
import {describeEnglish} from './english.js';

describeEnglish('the inspector', inspectorScreens);
