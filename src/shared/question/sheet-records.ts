/** The questions that the sheet of the main window shows, each by its record. */
import { approval } from './approval-kind'
import { consent } from './consent-kind'
import { form } from './form-kind'
import { roots } from './roots-kind'
import { sampling } from './sampling-kind'
import { scopes } from './scopes-kind'
import { url } from './url-kind'

export const SHEET_RECORDS = { consent, approval, form, url, sampling, roots, scopes } as const
