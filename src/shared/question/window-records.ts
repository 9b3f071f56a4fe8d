/** The questions that only main may ask, in a window of its own or on the command line, each by its record. */
import { confirm } from './confirm-kind'
import { model } from './model-kind'
import { trust } from './trust-kind'
import { values } from './values-kind'

export const WINDOW_RECORDS = { trust, values, model, confirm } as const
