import type {LicensePlateDetail} from '../../model/protection-config.js';
import {Announcements} from '../capture/announcements.js';

/** Says to screen readers what has happened to the photos. */
export class PhotoAnnouncements extends Announcements {
  /** `isRead`: a detector looks for its plate. */
  taken(isRead: boolean, autoProtect: boolean) {
    const taken = autoProtect ? 'photoTaken' : 'photoTakenHeld';
    this.announce(this.say.term(isRead ? 'photoTakenPlate' : taken));
  }

  plateRead({licensePlateInfo}: LicensePlateDetail) {
    this.announce(this.say.term('plateRead', licensePlateInfo?.detectedPlateNumber));
  }

  plateNoted() {
    this.announce(this.say.term('plateNoted'));
  }

  protected override get notMade() {
    return this.say.term('photoNotTaken');
  }
}
