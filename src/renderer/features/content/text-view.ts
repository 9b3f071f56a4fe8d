/** How texts are shown. One choice for all of them, kept until another one is made. */
import type { TextView } from '../../../shared/preferences'
import { changePreferences, usePreferences } from '../../stores/preferences'

export function useTextView(): TextView {
  return usePreferences(({ textView }) => textView)
}

export function chooseTextView(textView: TextView): void {
  changePreferences({ textView })
}
