import { useTraffic } from '../../../stores/records/traffic'

/** The frame of a second answer to the same request, where one came. */
export function useRepeat(requestSeq: number | undefined): number | undefined {
  return useTraffic(({ repeats }) =>
    requestSeq === undefined ? undefined : repeats.get(requestSeq)
  )
}
