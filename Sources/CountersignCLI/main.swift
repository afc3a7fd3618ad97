import Countersign
print("countersign")
