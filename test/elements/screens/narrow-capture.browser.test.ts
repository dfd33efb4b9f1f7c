import {cameraScreens} from './camera-screens.js';
import {describeNarrow} from './narrow.js';
import {photoScreens} from './photo-screens.js';
import {recorderScreens} from './recorder-screens.js';

describeNarrow('the camera', cameraScreens);
describeNarrow('photos', photoScreens);
describeNarrow('the recorder', recorderScreens);
