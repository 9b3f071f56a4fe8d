import { flushSync } from 'react-dom'

const CONTROLS = 'textarea, input:not([type="file"], [tabindex="-1"]), select, button'

/**
 * Puts the cursor into the field at a place, or into the nearest one there is; opens what is folded.
 * Says whether there was one.
 */
export function focusField(form: HTMLElement, pointer: string): boolean {
  for (;;) {
    const field = nearestField(form, pointer)
    const fold = field?.querySelector<HTMLElement>(
      ':scope > * > [aria-expanded="false"]:not([aria-haspopup])'
    )
    if (fold && field?.dataset['pointer'] !== pointer) {
      flushSync(() => fold.click())
      if (nearestField(form, pointer) !== field) continue
    }
    // What stands beside the label, such as its menu, is not what was meant.
    const control =
      field?.querySelector<HTMLElement>(`:scope > [data-body] :is(${CONTROLS})`) ??
      field?.querySelector<HTMLElement>(CONTROLS)
    control?.scrollIntoView({ block: 'nearest' })
    control?.focus()
    return control !== undefined && control !== null
  }
}

function nearestField(form: HTMLElement, pointer: string): HTMLElement | undefined {
  const fields = new Map(
    [...form.querySelectorAll<HTMLElement>('[data-pointer]')].map((field) => [
      field.dataset['pointer'],
      field
    ])
  )
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const field = fields.get(place)
    if (field || place === '') return field
  }
}
