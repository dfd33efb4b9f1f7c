import type {LicensePlateDetail} from '../../model/protection-config.js';
import {Announcements} from '../capture/announcements.js';

/** Says to screen readers what has happened to the photos. */
export class PhotoAnnouncements extends Announcements {
  /** `isRead`: a detector looks for its plate. */
  taken(captureId: string, isRead: boolean, autoProtect: boolean) {
    const {say} = this;
    if (isRead) this.announce(say.term('photoTakenPlate'));
    else if (!autoProtect) this.announce(say.term('photoTakenHeld'));
    else this.announceSealing(captureId, say.term('photoTaken'), say.term('photoTakenNow'));
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
