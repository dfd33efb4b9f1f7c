import {cameraScreens} from './camera-screens.js';
import {describeEnglish} from './english.js';
import {photoScreens} from './photo-screens.js';
import {recorderScreens} from './recorder-screens.js';

describeEnglish('the camera', cameraScreens);
describeEnglish('photos', photoScreens);
describeEnglish('the recorder', recorderScreens);
