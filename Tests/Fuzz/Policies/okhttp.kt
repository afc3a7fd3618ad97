val pinner = CertificatePinner.Builder()
  // .add("no.example", "sha256/xxx")
  .add("*.example.com", "sha256/R6aITf2PjkvcoJgQxUZ7ZzIGHCmUVeifKsqy81J3ZNI=",
       "sha256/1DnnLZy2GhIZaUiEVDRE+ROSlgjAKVPbyq5TNRIIxiY=")
  .add("api.example.com", "sha256/R6aITf2PjkvcoJgQxUZ7ZzIGHCmUVeifKsqy81J3ZNI=")
  .build()
