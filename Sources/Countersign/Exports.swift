@_exported public import CountersignCore
