import {Component, CUSTOM_ELEMENTS_SCHEMA, Directive, forwardRef} from '@angular/core';
import {
  type ControlValueAccessor,
  FormControl,
  NG_VALUE_ACCESSOR,
  ReactiveFormsModule,
} from '@angular/forms';
import type {ProtectedEvent} from 'sealed-capture';
import 'sealed-capture/capture-image';

/** Sets the newest sealed photo as the value of its form control. */
@Directive({
  selector: 'capture-image[formControl], capture-image[formControlName]',
  host: {'(protected)': 'take($event)'},
  providers: [
    {provide: NG_VALUE_ACCESSOR, useExisting: forwardRef(() => SealedPhoto), multi: true},
  ],
})
export class SealedPhoto implements ControlValueAccessor {
  #change: (photo: Blob) => void = () => undefined;
  #touched: () => void = () => undefined;

  take({protectedBlob}: ProtectedEvent) {
    this.#change(protectedBlob);
    this.#touched();
  }

  /** A camera cannot display a given photo. */
  writeValue() {}

  registerOnChange(change: (photo: Blob) => void) {
    this.#change = change;
  }

  registerOnTouched(touched: () => void) {
    this.#touched = touched;
  }
}

@Component({
  selector: 'app-camera',
  imports: [ReactiveFormsModule, SealedPhoto],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <capture-image
      base-url="/seals"
      [sandbox]="true"
      [tags]="{case: '4711'}"
      [formControl]="photo"
      (protect-error)="problem = $event.message"
    />
    <p>{{ problem }}</p>
  `,
})
export class Camera {
  photo = new FormControl<Blob | null>(null);
  problem = '';
}
