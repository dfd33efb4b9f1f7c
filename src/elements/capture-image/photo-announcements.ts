import type {LicensePlateDetail} from '@sealed-capture/seal/model/protection-config.js';
import {Announcements} from '../capture/announcements.js';

/** Announces the progress of photos to screen readers. */
export class PhotoAnnouncements extends Announcements {
  /** To be called when a photo was taken. `isRead`: a detector reads its license plate. */
  taken(captureId: string, isRead: boolean, autoProtect: boolean) {
    const {say} = this;
    if (isRead) this.announce(say.term('photoTakenPlate'));
    else if (!autoProtect) this.announce(say.term('photoTakenHeld'));
    else this.announceSealing(captureId, say.term('photoTaken'), say.term('photoTakenNow'));
  }

  override plateRead({licensePlateInfo}: LicensePlateDetail) {
    this.announce(this.say.term('plateRead', licensePlateInfo?.detectedPlateNumber));
  }

  protected override get notMade() {
    return this.say.term('photoNotTaken');
  }
}
